"""Reads a page as somebody without scripts sees it: its words, its forms, and what stands in their inputs."""

from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

VOID = (
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
)  # fmt: skip


@dataclass
class Element:
    """An element with its attributes and what is inside: elements and texts."""

    tag: str
    attributes: dict = field(default_factory=dict)
    inside: list = field(default_factory=list)

    def __getitem__(self, name):
        return self.attributes.get(name, "")

    @property
    def elements(self):
        """This element and all inside, in order."""
        elements = [self]
        for part in self.inside:
            elements += part.elements if isinstance(part, Element) else []
        return elements

    @property
    def text(self):
        """The words inside, with single spaces."""
        return " ".join(" ".join(self._words()).split())

    def _words(self):
        words = [""]
        for part in self.inside:
            if isinstance(part, str):
                words[-1] += part
            elif part.tag == "bdi":
                # A name stands within its sentence.
                words[-1] += " ".join(part._words())
            else:
                words += [*part._words(), ""]
        return words

    def all(self, *tags):
        return [element for element in self.elements if element.tag in tags]

    def by_id(self, name):
        return next((element for element in self.elements if element["id"] == name), None)


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.root = Element("page")
        self.open = [self.root]

    def handle_starttag(self, tag, attrs):
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].inside.append(data)


@dataclass
class Form:
    """A form: where it goes, and what a browser would send of it without a button."""

    action: str
    method: str
    fields: dict
    names: set

    @classmethod
    def of(cls, form, page):
        """The form of an element, with the controls that stand elsewhere on the page and name it."""
        controls = form.all("input", "select", "textarea")
        controls += [box for box in page.all("input") if form["id"] and box["form"] == form["id"]]
        values = {control["name"]: _value(control) for control in controls if _value(control) is not None}
        return cls(form["action"], form["method"], values, {control["name"] for control in controls})


def _value(control):
    if control.tag == "select":
        options = control.all("option")
        chosen = [option for option in options if "selected" in option.attributes]
        return (chosen or options)[0]["value"]
    if control["type"] in ("radio", "checkbox") and "checked" not in control.attributes:
        return None
    # A browser leaves out a first empty line.
    return "".join(control.inside).removeprefix("\n") if control.tag == "textarea" else control["value"]


@dataclass
class Page:
    status: int
    source: str

    @cached_property
    def root(self):
        """The whole page, parsed when it is first looked at. Fails where tags do not close each other."""
        reader = _Reader()
        reader.feed(self.source)
        reader.close()
        assert reader.open == [reader.root], reader.open
        return reader.root

    @property
    def text(self):
        """The words of the page's main part."""
        return self.root.all("main")[0].text

    @property
    def title(self):
        return self.root.all("title")[0].text

    @property
    def heading(self):
        return self.root.all("h1")[0].text

    @property
    def forms(self):
        return [Form.of(form, self.root) for form in self.root.all("form")]

    def form(self, ending=""):
        """The one form whose action ends so."""
        (form,) = [form for form in self.forms if form.action.endswith(ending)]
        return form

    @property
    def links(self):
        """Where the links lead, by their words."""
        return {link.text: link["href"] for link in self.root.all("a")}

    @property
    def said(self):
        """What the page says above everything else."""
        notes = [note for note in self.root.elements if note["role"] in ("alert", "status")]
        return " ".join(note.text for note in notes if note.text)

    def classed(self, name):
        return [element for element in self.root.elements if name in element["class"].split()]

    def beside(self, name):
        """What is said beside an input."""
        note = self.root.by_id(f"{name}-note")
        return note.text if note else ""

    @property
    def lines(self):
        """The sentences that explain the score, team by team."""
        lists = [ul for ul in self.root.all("ul") if ul["class"] == "lines"]
        return [[line.text for line in ul.all("li")] for ul in lists]
