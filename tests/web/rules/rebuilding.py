"""Turn a draft into given rules, using only the inputs and buttons of the editor's pages."""

from itertools import count

from scorepad.rulebook.form import MISSING, field_at, find_value
from scorepad.rulebook.house_rules import laid_over
from scorepad.rules.document import NOT_RULES, key_at, pattern_of
from scorepad.rules.faults import item_names
from scorepad.rules.keys import Group

GROUPS = {
    Group.DEAL: ("tables", "deals", "play", "stock"),
    Group.BOOKS: ("books", "combinations", "melds"),
    Group.THREES: ("threes",),
    Group.CARDS: ("cards", "otherwise"),
    Group.OPENING: ("opening", "melds"),
    Group.OUT: ("going_out",),
    Group.BONUSES: ("bonuses",),
    Group.END: ("end",),
}
"""The questions of each page, in an order in which a person could answer them."""

KNOWN = {"sevens": "sevens", "wild": "wild", "aces": "aces", "samba": "samba", "threes": "red_threes"}
"""The buttons that add a kind of book, and the code it gets."""

BONUSES = {"exact_cut": "cut", "exact_deal": "deal"}


def named_alike(document):
    """The document with the names that the editor would give: kinds without a button are “own” and “special”."""
    known = {*KNOWN.values(), *BONUSES, "clean", "dirty"}
    return _renamed(
        document, _numbered(document, "books", "own", known) | _numbered(document, "bonuses", "special", known)
    )


def _numbered(document, key, name, known):
    names = (f"{name}_{number}" if number > 1 else name for number in count(1))
    return {item["code"]: next(names) for item in document[key] if item["code"] not in known}


def _renamed(value, names):
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def rules_of(document):
    """The rules in a document, with unordered lists sorted, and choices by their effects."""
    rules = {key: value for key, value in document.items() if key not in (*NOT_RULES, "choices")}
    for key in ("books", "bonuses", "combinations"):
        rules[key] = sorted(rules[key], key=lambda item: item["code"])
    rules["threes"] = sorted(rules["threes"], key=lambda rule: (rule["color"], rule["place"]))
    rules["books"] = [book | {name: sorted(book[name]) for name in ("ranks", "counts_for")} for book in rules["books"]]
    return rules


def choices_of(document):
    return [
        {key: choice[key] for key in ("label", "players", "typed")}
        | {
            option["label"]: rules_of(named_alike(laid_over(document, f"choices.{name}.options.{option['value']}")))
            for option in choice["options"]
        }
        for name, choice in zip(item_names(document["choices"]), document["choices"], strict=True)
    ]


class Rebuilder:
    """Drives the editor towards the wanted rules. `option` is the answer whose pages are open."""

    def __init__(self, editor, wanted, option=""):
        self.editor, self.wanted, self.option, self.page = editor, wanted, option, None

    @property
    def draft(self):
        document = self.editor.document
        return laid_over(document, self.option) if self.option else document

    def rebuild(self):
        for group, keys in GROUPS.items():
            if any(rules_of(self.draft)[key] != rules_of(self.wanted)[key] for key in keys):
                self.open(group)
                _STEPS.get(group, Rebuilder.type_all)(self)

    def open(self, group):
        query = {"option": self.option} if self.option else {}
        self.page = self.editor.visitor.get(f"{self.editor.address}/{group}", **query)
        assert self.page.status == 200, group

    def press(self, button="", **typed):
        """Press a button of the page, with answers that it offers."""
        name, _, value = button.partition("=")
        pressed = {name: value} if button else {}
        assert not button or (name, value) in [(b["name"], b["value"]) for b in self.page.root.all("button")], button
        form = self.page.form()
        hidden = {control["name"] for control in self.page.root.all("input") if control["type"] == "hidden"}
        kept = {name: text for name, text in form.fields.items() if name in hidden and "." not in name}
        sent = kept | typed | pressed
        self.page = self.editor.visitor.post(form.action, sent)
        assert self.page.status == 200, self.page.said

    def inputs(self):
        """The answers that the page offers, by input name; an empty list for a text input."""
        inputs = {}
        for control in self.page.root.all("form")[0].all("input", "select", "textarea"):
            boxes = inputs.setdefault(control["name"], [])
            if control.tag == "select":
                boxes += [option["value"] for option in control.all("option")]
            elif control["type"] in ("radio", "checkbox"):
                boxes.append(control["value"])
        return inputs

    def type_all(self, only=""):
        """Answer all questions of the page that have other answers, until no answer adds another question."""
        for _ in range(4):
            draft, typed = self.draft, {}
            for name, boxes in self.inputs().items():
                if not self._is_asked(name) or only not in name:
                    continue
                texts = field_at(self.wanted, self.wanted, name).texts
                if sorted(texts) != sorted(field_at(draft, draft, name).texts):
                    assert not boxes or {*texts} <= {*boxes, ""}, (name, texts, boxes)
                    typed[name] = ["", *texts] if boxes and len(texts) != 1 else texts[0] if texts else ""
            if not typed:
                return
            self.press(**typed)
        raise AssertionError(f"still to type: {typed}")

    def _is_asked(self, name):
        """Whether the wanted rules have a value for an input. They may have none for a count of books."""
        if not pattern_of(name) or pattern_of(name).startswith("choices."):
            return False
        return find_value(self.wanted, name) is not MISSING or key_at(name).is_counted

    def as_many(self, path, button):
        """Add items to a list, or remove the last ones, until it has the wanted length."""
        while len(find_value(self.draft, path)) < len(find_value(self.wanted, path)):
            self.press(f"add={button}")
        while (at := len(find_value(self.draft, path))) > len(find_value(self.wanted, path)):
            self.press(f"remove={path}.{at}")

    def same_items(self, path, buttons, otherwise):
        """Add the missing items by code, and remove the unwanted ones."""
        wanted = [item["code"] for item in find_value(self.wanted, path)]
        for code in wanted:
            if code not in [item["code"] for item in find_value(self.draft, path)]:
                self.press(f"add={buttons.get(code, otherwise)}")
        for item in find_value(self.draft, path):
            if item["code"] not in wanted:
                self.press(f"remove={path}.{item['code']}")

    def books(self):
        self.same_items("books", {code: button for button, code in KNOWN.items()}, "other")
        self.same_items("combinations", {}, "set")
        self.type_all()

    def bonuses(self):
        self.same_items("bonuses", BONUSES, "special")
        for bonus in self.wanted["bonuses"]:
            self.as_many(f"bonuses.{bonus['code']}.cases", f"rounds-{bonus['code']}")
        self.type_all()

    def threes(self):
        rules = {(rule["color"], rule["place"]): rule for rule in self.wanted["threes"]}
        for (color, place), general in rules.items():
            self.type_all(f"threes.{color}.{place}.")
            alike = [rule for rule in self.wanted["threes"] if (rule["color"], rule["place"]) == (color, place)]
            for _ in general["pays"][len(find_value(self.draft, f"threes.{color}.{place}.pays")) :]:
                self.press(f"add=more-{color}-{place}")
            for _ in alike[len([r for r in self.draft["threes"] if (r["color"], r["place"]) == (color, place)]) :]:
                self.press(f"add=special-{color}-{place}")
        self.type_all()

    def cards(self):
        self.as_many("otherwise", "otherwise")
        self.type_all()

    def deal(self):
        self.as_many("tables", "table")
        self.as_many("deals", "deal")
        self.type_all()

    def opening(self):
        self.type_all("opening.by")
        self.as_many("opening.steps", "step")
        self.type_all()

    def out(self):
        self.as_many("going_out.cases", "rounds")
        self.type_all()

    def end(self):
        self.type_all("end.by")
        self.as_many("end.targets", "target")
        self.as_many("end.early", "early")
        self.type_all()

    def choices(self):
        """Create the choices of each game: the question, its answers, and the changes of each."""
        names = item_names(self.wanted["choices"])
        for at, (name, choice) in enumerate(zip(names, self.wanted["choices"], strict=True)):
            self.open(Group.CHOICES)
            self.press("add=choice")
            key = self.draft["choices"][at]["key"]
            for _ in choice["options"][2:]:
                self.press(f"add=answer-{key}")
            typed = {f"choices.{key}.label": choice["label"]}
            typed[f"choices.{key}.players"] = ", ".join(map(str, choice["players"]))
            for made, option in zip(self.draft["choices"][at]["options"], choice["options"], strict=True):
                path = f"choices.{key}.options.{made['value']}"
                wanted = named_alike(laid_over(self.wanted, f"choices.{name}.options.{option['value']}"))
                Rebuilder(self.editor, wanted, path).rebuild()
                typed[f"{path}.label"] = option["label"]
            self.open(Group.CHOICES)
            self.press(**typed)


_STEPS = {
    Group.DEAL: Rebuilder.deal,
    Group.BOOKS: Rebuilder.books,
    Group.CARDS: Rebuilder.cards,
    Group.THREES: Rebuilder.threes,
    Group.OPENING: Rebuilder.opening,
    Group.BONUSES: Rebuilder.bonuses,
    Group.END: Rebuilder.end,
    Group.OUT: Rebuilder.out,
}
