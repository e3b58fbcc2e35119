"""Reads a page as somebody without scripts sees it: its words, its forms, and what stands in their inputs."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Self

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    ]
)
Attributes = dict[str, str]
Fields = dict[str, str | list[str]]


@dataclass
class Element:
    """An element with its attributes and what is inside."""

    tag: str
    attributes: Attributes = field(default_factory=dict)
    inside: list["Element | str"] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def elements(self) -> list["Element"]:
        """This element and all inside, in order."""
        found = [self]
        for one in self.inside:
            found += one.elements if isinstance(one, Element) else []
        return found

    @property
    def text(self) -> str:
        """The words inside, with single spaces."""
        return " ".join(" ".join(self._words()).split())

    def _words(self) -> list[str]:
        words = [""]
        for one in self.inside:
            if isinstance(one, str):
                words[-1] += one
            elif one.tag == "bdi":
                # A name stands within its sentence.
                words[-1] += " ".join(one._words())
            else:
                words += [*one._words(), ""]
        return words

    def all(self, *tags: str) -> list["Element"]:
        """Every element of these tags."""
        return [one for one in self.elements if one.tag in tags]

    def by_id(self, name: str) -> "Element | None":
        """The element of that id."""
        return next((one for one in self.elements if one["id"] == name), None)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("page")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        one = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(one)
        if tag not in VOID:
            self.open.append(one)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


@dataclass
class Form:
    """A form: where it goes, and what a browser would send of it without a button."""

    action: str
    method: str
    fields: Fields
    names: set[str]

    @classmethod
    def of(cls, form: Element, page: Element) -> Self:
        """The form of an element, with the controls that stand elsewhere on the page and name it."""
        fields: Fields = {}
        controls = form.all("input", "select", "textarea")
        controls += [one for one in page.all("input") if form["id"] and one["form"] == form["id"]]
        for one in controls:
            value = _value(one)
            if value is not None:
                fields[one["name"]] = value
        return cls(form["action"], form["method"], fields, {one["name"] for one in controls})


def _value(one: Element) -> str | None:
    if one.tag == "select":
        options = one.all("option")
        chosen = [option for option in options if "selected" in option.attributes]
        return (chosen or options)[0]["value"]
    if one["type"] in ("radio", "checkbox") and "checked" not in one.attributes:
        return None
    return one.text if one.tag == "textarea" else one["value"]


@dataclass
class Page:
    """An answer of the server, read."""

    status: int
    root: Element
    source: str

    @classmethod
    def of(cls, status: int, source: str) -> Self:
        """Reads an answer. Fails where tags do not close each other."""
        reader = _Reader()
        reader.feed(source)
        reader.close()
        assert reader.open == [reader.root], reader.open
        return cls(status, reader.root, source)

    @property
    def text(self) -> str:
        """The words of the page's body."""
        return self.root.all("main")[0].text

    @property
    def title(self) -> str:
        """The page's title."""
        return self.root.all("title")[0].text

    @property
    def heading(self) -> str:
        """The page's first heading."""
        return self.root.all("h1")[0].text

    @property
    def forms(self) -> list[Form]:
        """The page's forms."""
        return [Form.of(form, self.root) for form in self.root.all("form")]

    def form(self, ending: str = "") -> Form:
        """The one form whose action ends so."""
        (found,) = [form for form in self.forms if form.action.endswith(ending)]
        return found

    @property
    def links(self) -> dict[str, str]:
        """Where the links lead, by their words."""
        return {link.text: link["href"] for link in self.root.all("a")}

    @property
    def said(self) -> str:
        """What the page says above everything else."""
        found = [one for one in self.root.elements if one["role"] in ("alert", "status")]
        return " ".join(one.text for one in found if one.text)

    def classed(self, name: str) -> list[Element]:
        """Every element of a class."""
        return [one for one in self.root.elements if name in one["class"].split()]

    def beside(self, name: str) -> str:
        """What is said beside an input."""
        note = self.root.by_id(f"{name}-said")
        return note.text if note else ""

    @property
    def lines(self) -> list[list[str]]:
        """The sentences that explain the score, team by team."""
        return [
            [line.text for line in ul.all("li")]
            for ul in self.root.all("ul")
            if ul["class"] == "lines"
        ]
