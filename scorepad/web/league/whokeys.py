"""People and partnerships as addresses name them: read, and as who everybody is now."""

from scorepad.league.who import Who, key_of, members, read_key
from scorepad.store import Forgotten, NoSuchPerson
from scorepad.web.persons import GONE
from scorepad.web.whos import Whos


def present(text: str, everybody: Whos) -> Who:
    """The key somebody wrote, ids ascending, with everybody as who they are now: fewer, where two were one person.

    Raises NoSuchPerson for what is no key or names somebody unknown, Forgotten for who was forgotten.
    """
    key = read_key(text)
    if key is None:
        raise NoSuchPerson("The club has nobody of this number.")
    return key_of(_present(one, everybody) for one in members(key))


def _present(number: int, everybody: Whos) -> int:
    found = everybody.people.get(number)
    if found is not None and found.merged_into is not None:
        found = everybody.people.get(found.merged_into)
    if found is None:
        raise NoSuchPerson("The club has nobody of this number.")
    if found.forgotten:
        raise Forgotten(GONE)
    return found.id
