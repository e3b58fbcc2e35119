"""Numbers for the phones of a file: it tells which entries came from one phone, and not from which."""

import re

_DEVICE = re.compile(r"(.*?)(\.[0-9]{1,15})?")


class PhoneNumbers:
    """Numbers phones in the order in which they come, so that a file read and written again has the same numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def device(self, device: str) -> str:
        """The device with the phone's number for its label, and the person who kept score, if any."""
        match = _DEVICE.fullmatch(device)
        label, person = match.groups("") if match else (device, "")
        number = self._numbers.setdefault(label, f"{len(self._numbers) + 1:08x}")
        return number + person
