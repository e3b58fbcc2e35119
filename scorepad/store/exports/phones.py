"""Numbers for the phones in an export, which shows which entries came from one phone, but not from which one."""

import re

_DEVICE = re.compile(r"(.*?)(\.[0-9]{1,15})?")


class PhoneNumbers:
    """Numbers phones in order of appearance, so that the export of a restored club has the same numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def device(self, device: str) -> str:
        """The device with its label replaced by the phone's number. The person who kept score stays."""
        match = _DEVICE.fullmatch(device)
        label, person = match.groups("") if match else (device, "")
        number = self._numbers.setdefault(label, f"{len(self._numbers) + 1:08x}")
        return number + person
