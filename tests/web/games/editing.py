"""Change the settings of a game through its settings page."""

from tests.web.driving import filled


def settings(table):
    return table.visitor.get(f"{table.address}/settings")


def send(table, page, action="preview", button=None, **typed):
    """Send the form with these texts, by a button or an action, and return the next page."""
    form = page.form("/settings")
    return table.visitor.post(form.action, filled(form, typed) | (button or {"action": action}))


def preview(table, **typed):
    return send(table, settings(table), **typed)


def keep(table, page):
    return send(table, page, "keep")


def mend(table, **typed):
    page = preview(table, **typed)
    assert page.heading == "What would change", page.said
    return keep(table, page)
