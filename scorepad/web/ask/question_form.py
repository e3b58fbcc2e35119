"""Reading the two questions asked during play from an address: what was typed, and what of it cannot be read."""

from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorepad.play.form_data import Tap, tap_of
from scorepad.play.parse_form import first_names, typed_count
from scorepad.scoring.quantity import NotANumber

Args = MultiDict[str, str]

STEP = "step"


def stepped(args: Args) -> Args:
    """What was typed as if the tap on − or + had been typed too, and without the button.

    A button that names nothing stays, to be found unknown; beside what is no number a tap changes nothing.
    """
    said = args.getlist(STEP)
    tap = tap_of(said[0]) if len(said) == 1 else None
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
class Asked:
    """What was typed into a question: texts and faults by input name, "" for the whole page."""

    texts: dict[str, str] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    def text(self, args: Args, name: str, usual: str = "") -> str:
        """What was typed; the usual where the page was only just opened."""
        said = args.getlist(name)
        if len(said) > 1:
            self.faults[name] = "This came twice; type it once."
        self.texts[name] = said[0] if said else usual
        return self.texts[name].strip()

    def count(self, args: Args, name: str, usual: str = "") -> int:
        """A number typed; nothing is none."""
        text = self.text(args, name, usual)
        try:
            return typed_count(text) if text else 0
        except NotANumber as error:
            self.faults[name] = str(error)
            return 0

    def word(self, args: Args, name: str, words: tuple[str, ...], usual: str) -> str:
        """One of the words; anything else is a fault."""
        text = self.text(args, name, usual)
        if text not in words:
            self.faults[name] = "Choose one of these."
            return usual
        return text

    def choice(self, args: Args, name: str, words: tuple[str, ...], usual: str = "") -> str:
        """One of the words, or the usual where nothing was said at all: nothing typed is no choice."""
        if name in args:
            return self.word(args, name, words, words[0])
        self.texts[name] = usual
        return usual

    def only(self, args: Args) -> None:
        """Notes what came along that no input asked for."""
        strange = [name for name in args if name not in self.texts]
        if strange:
            self.faults[""] = f"This address asks for something unknown: {first_names(strange)}."
