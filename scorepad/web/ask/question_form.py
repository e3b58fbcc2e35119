"""Parse the query string of the two questions, and collect all faults."""

from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorepad.numbers import NotANumber, typed_count
from scorepad.play.form_data import Tap, first_names, tap_of

Args = MultiDict[str, str]

STEP = "step"


def apply_step(args: Args) -> Args:
    """Return the arguments after a tap on − or +, without the button.

    An unknown button stays, so that it becomes a fault. A text that is not a number stays unchanged.
    """
    steps = args.getlist(STEP)
    tap = tap_of(steps[0]) if len(steps) == 1 else None
    if tap is None:
        return args
    moved = args.copy()
    del moved[STEP]
    texts = moved.getlist(tap.name)
    if len(texts) < 2:
        moved[tap.name] = _stepped(texts[0].strip() if texts else "", tap)
    return moved


def _stepped(text: str, tap: Tap) -> str:
    try:
        return tap.moved(typed_count(text or "0"))
    except NotANumber:
        return text


@dataclass(slots=True)
class QuestionForm:
    """The inputs of a question: texts and faults by name. The fault "" is about the whole page."""

    args: Args
    texts: dict[str, str] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        texts = self.args.getlist(name)
        if len(texts) > 1:
            self.faults[name] = "This was sent twice. Type it once."
        self.texts[name] = texts[0] if texts else default
        return self.texts[name].strip()

    def count(self, name: str, default: str = "") -> int:
        """Return a number; 0 for a blank input."""
        text = self.text(name, default)
        try:
            return typed_count(text) if text else 0
        except NotANumber as error:
            self.faults[name] = str(error)
            return 0

    def word(self, name: str, words: tuple[str, ...], default: str) -> str:
        """Return one of the words; any other is a fault."""
        text = self.text(name, default)
        if text not in words:
            self.faults[name] = "Choose one of these."
            return default
        return text

    def choice(self, name: str, words: tuple[str, ...], default: str = "") -> str:
        """Return one of the words, or the default if the input is missing. A blank is a fault."""
        if name in self.args:
            return self.word(name, words, words[0])
        self.texts[name] = default
        return default

    def refuse_others(self) -> None:
        """Add a fault for arguments that belong to no input."""
        names = [name for name in self.args if name not in self.texts]
        if names:
            self.faults[""] = f"Unknown parameters in this address: {first_names(names)}."
