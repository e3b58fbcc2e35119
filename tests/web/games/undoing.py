"""Press Undo at a table, and read what it offers."""


def offered(page, way="undo") -> str:
    """What the button would take back; "" if there is no button."""
    forms = [form for form in page.root.all("form") if form["action"].endswith(f"/{way}")]
    if not forms:
        return ""
    before, _, change = forms[0].all("button")[0].text.partition(f"{way.capitalize()}: ")
    assert not before
    return change


def undo(table):
    return table.visitor.send(table.page().form("/undo"))


def redo(table):
    return table.visitor.send(table.page().form("/redo"))


def books(table):
    """The number of red books of each team in the first round."""
    return [team.books.get("clean", 0) for team in table.teams]


def count(table, **typed):
    """Save values in the sheet of the first round, with a new form for each call."""
    assert table.sheet().save(**typed).page.status == 200
