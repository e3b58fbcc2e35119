"""Read the page of a game, and correct a round."""


def story(table, **query):
    page = table.visitor.get(f"{table.address}/story", **query)
    assert page.status == 200
    return page


def part(page, name):
    """The text of a part of the page, by the id of its heading."""
    (section,) = [part for part in page.root.all("section") if part["aria-labelledby"] == name]
    return section.text


def folded(page):
    """The collapsed rounds."""
    return [round_.all("summary")[0].text for round_ in page.classed("round")]


def score_as(table, name):
    form = table.visitor.get(f"{table.address}/scorer").forms[1]
    table.visitor.send(form, name=name)


def correct(table, number, **typed):
    page = table.sheet(number).finish(**typed).page
    assert page.heading == f"Round {number}", page.said
