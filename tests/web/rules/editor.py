"""Edit own rules through their pages, without scripts."""

from scorepad.play.rules import drafts
from tests.web.driving import filled


class Editor:
    """A draft, changed through its pages."""

    def __init__(self, visitor, address):
        self.visitor, self.address = visitor, address

    @classmethod
    def begin(cls, visitor, like="partnership"):
        page = visitor.get("/rules/new")
        answer = visitor.client.post("/rules/new", data=page.form().fields | {"like": like})
        assert answer.status_code == 303
        return cls(visitor, answer.location.removesuffix("/often"))

    @property
    def slug(self):
        return self.address.split("/")[2]

    @property
    def document(self):
        return drafts.load(self.visitor.club, self.slug).document

    def page(self, group=""):
        return self.visitor.get(f"{self.address}/{group}".rstrip("/"))

    def press(self, page, button, **typed):
        """Type into a page and press one of its buttons, "step=books.clean.points+1"."""
        name, _, value = button.partition("=")
        form = page.form()
        return self.visitor.post(form.action, filled(form, typed) | {name: value})

    def answer(self, group, button="action=done", **typed):
        return self.press(self.page(group), button, **typed)

    def act(self, button, **typed):
        return self.press(self.page(), button, **typed)
