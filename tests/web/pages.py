"""Parse a page as a browser without scripts shows it: its words, its forms, and the values of their inputs."""

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from html import unescape

VOID = (
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
)  # fmt: skip


@dataclass
class Element:
    """An element with its attributes and its content: elements and texts."""

    tag: str
    attributes: dict = field(default_factory=dict)
    inside: list = field(default_factory=list)
    template: "Element | None" = None
    """What a template holds for scripts."""

    def __getitem__(self, name):
        return self.attributes.get(name, "")

    @cached_property
    def elements(self):
        """This element and all elements inside it, in document order."""
        elements, left = [], [self]
        while left:
            elements.append(element := left.pop())
            left += [part for part in reversed(element.inside) if type(part) is Element]
        return elements

    @property
    def text(self):
        """The text inside, with single spaces."""
        return " ".join(" ".join(self._words()).split())

    def _words(self):
        words = [""]
        for part in self.inside:
            if isinstance(part, str):
                words[-1] += part
            elif part.tag == "bdi":
                # A name is part of its sentence.
                words[-1] += " ".join(part._words())
            else:
                words += [*part._words(), ""]
        return words

    def all(self, *tags):
        return [element for element in self.elements if element.tag in tags]

    def by_id(self, name):
        return next((element for element in self.elements if element["id"] == name), None)


# Python's own parser took 20% of the time of the tests in tests/web. Our pages close every tag, quote with " and have
# no inline scripts.
_PART = re.compile(r'<!.*?>|<(/?)([a-z][a-z0-9-]*)((?:[^">]|"[^"]*")*)>|([^<]+|<)', re.IGNORECASE | re.DOTALL)
_ATTRIBUTE = re.compile(r'([^\s="]+)(?:="([^"]*)"|=([^\s"]+))?')


def _read(source):
    """Return a root element with the elements of a page. Fails if tags are not properly nested."""
    page = Element("page")
    opened = [page]
    for part in _PART.finditer(source):
        closes, tag, attributes, text = part.groups()
        if text:
            opened[-1].inside.append(unescape(text))
        elif closes:
            assert opened[-1].tag == tag.lower(), f"</{tag}> closes <{opened[-1].tag}>"
            closed = opened.pop()
            if closed.tag == "template":
                # A browser shows nothing of it.
                closed.template, closed.inside = Element("template", {}, closed.inside), []
        elif tag:
            element = Element(tag.lower(), _attributes(attributes.rstrip("/")))
            opened[-1].inside.append(element)
            if element.tag not in VOID and not attributes.endswith("/"):
                opened.append(element)
    assert opened == [page], [element.tag for element in opened]
    return page


@lru_cache(maxsize=10_000)
def _attributes(text):
    """Return the attributes of a tag. Equal tags of all pages share them."""
    return {name.lower(): unescape(quoted or bare) for name, quoted, bare in _ATTRIBUTE.findall(text)}


@dataclass
class Form:
    """A form: its action and method, and what a browser would send of it without a button."""

    action: str
    method: str
    fields: dict
    names: set

    @classmethod
    def of(cls, form, page):
        """Return the form of an element, with the controls elsewhere on the page that refer to it."""
        controls = form.all("input", "select", "textarea")
        controls += [box for box in page.all("input") if form["id"] and box["form"] == form["id"]]
        # As in a browser, a control that is disabled is not sent.
        controls = [control for control in controls if "disabled" not in control.attributes]
        values = {control["name"]: _value(control) for control in controls if _value(control) is not None}
        return cls(form["action"], form["method"], values, {control["name"] for control in controls})


def _value(control):
    if control.tag == "select":
        options = control.all("option")
        chosen = [option for option in options if "selected" in option.attributes]
        return (chosen or options)[0]["value"]
    if control["type"] in ("radio", "checkbox") and "checked" not in control.attributes:
        return None
    # A browser drops a leading newline.
    return "".join(control.inside).removeprefix("\n") if control.tag == "textarea" else control["value"]


@dataclass
class Page:
    status: int
    source: str

    @cached_property
    def root(self):
        """The whole page, parsed on first use. Fails if tags are not properly nested."""
        return _read(self.source)

    @property
    def text(self):
        """The text of the page's main part."""
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
        """Return the only form whose action ends with `ending`."""
        (form,) = [form for form in self.forms if form.action.endswith(ending)]
        return form

    @property
    def links(self):
        """The targets of the links, by their text."""
        return {link.text: link["href"] for link in self.root.all("a")}

    @property
    def said(self):
        """The text of the page's alerts and status messages."""
        notes = [note for note in self.root.elements if note["role"] in ("alert", "status")]
        return " ".join(note.text for note in notes if note.text)

    def in_templates(self, name):
        """Return the elements of a class that scripts find in templates."""
        held = [element.template for element in self.root.elements if element.template]
        return [element for template in held for element in template.elements if name in element["class"].split()]

    def classed(self, name):
        return [element for element in self.root.elements if name in element["class"].split()]

    def beside(self, name):
        """Return the note beside an input, "" if there is none."""
        note = self.root.by_id(f"{name}-note")
        return note.text if note else ""

    @property
    def lines(self):
        """The sentences that explain the score, team by team."""
        lists = [ul for ul in self.root.all("ul") if ul["class"] == "lines"]
        return [[line.text for line in ul.all("li")] for ul in lists]

    @property
    def receipts(self):
        """The visible rows of each table of a receipt: the label, then what each team has."""
        tables = [table for receipt in self.classed("receipt") for table in receipt.all("table")]
        rows = [[row for row in table.all("tr") if "hidden" not in row.attributes] for table in tables]
        return [[tuple(cell.text for cell in row.all("th", "td")) for row in of_table] for of_table in rows]
