"""Mends what was agreed in a game, through its pages."""

from tests.web.driving import filled


def settings(table):
    """The form of a game that has begun."""
    return table.visitor.get(f"{table.address}/settings")


def send(table, page, action="preview", button=None, **typed):
    """The page after the form was sent with these texts in it."""
    form = page.form("/settings")
    extra = button or {"action": action}
    return table.visitor.post(form.action, filled(form, typed) | extra)


def preview(table, **typed):
    """The page that says what these texts would change."""
    return send(table, settings(table), **typed)


def keep(table, page):
    """Keeps what a preview shows."""
    return send(table, page, "keep")


def mend(table, **typed):
    """Types, looks at what changes, and keeps it."""
    page = preview(table, **typed)
    assert page.heading == "What would change", page.said
    return keep(table, page)
