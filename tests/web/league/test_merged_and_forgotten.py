"""The pages of merged people lead to those of the other person, and a forgotten person has no name on any page."""

from tests.web.league.reading import begin_season
from tests.web.league.tiny_league import ids


def test_merged_people_lead_to_the_other(own_tiny):
    people = ids(own_tiny)
    annie, ann = own_tiny.club.people.add("Annie").id, people["Ann"]
    own_tiny.club.people.merge(annie, ann)
    bob, carla = people["Bob"], people["Carla"]
    for address, right in {
        f"/people/{annie}": f"/people/{ann}",
        f"/people/{annie}/badges": f"/people/{ann}/badges",
        f"/people/{annie}/year/2026": f"/people/{ann}/year/2026",
        f"/people/{annie}/year/2026.png": f"/people/{ann}/year/2026.png",
        f"/partners/{carla}-{annie}": f"/partners/{ann}-{carla}",
        f"/partners/{ann}-{annie}": f"/people/{ann}",
        f"/partners/{bob}-{annie}/year/2026": f"/partners/{ann}-{bob}/year/2026",
        f"/partners/{bob}-{annie}/year/2026.png": f"/partners/{ann}-{bob}/year/2026.png",
        f"/league/versus?one={annie}&other={bob}": f"/league/versus?one={ann}&other={bob}",
    }.items():
        answer = own_tiny.client.get(address)
        assert (answer.status_code, answer.location) == (303, right), address


def test_a_forgotten_person_has_no_name_and_no_page(own_tiny, records_of_few):
    people, season = ids(own_tiny), begin_season(own_tiny)
    ann, carla = people["Ann"], people["Carla"]
    own_tiny.club.people.forget(carla)
    gone = f"/people/{carla}", f"/partners/{ann}-{carla}", f"/league/versus?one={ann}&other={carla}"
    for page in map(own_tiny.get, gone):
        assert (page.status, "name was removed" in page.text, "Carla" in page.source) == (410, True, False)
    review = f"/league/seasons/{season.id}"
    for address, words in {
        f"/people/{ann}/games": "With Somebody",
        "/league/records": "Somebody",
        f"{review}/records": "Somebody",
        f"{review}/sheet": "Somebody",
    }.items():
        page = own_tiny.get(address)
        assert (page.status, words in page.text, "Carla" in page.source) == (200, True, False), address
    record = next(item for item in own_tiny.get("/league/records").root.elements if item["data-record"] == "round")
    assert "Ann & Somebody" in record.text
    assert {a.text for a in record.all("a") if "/partners" in a["href"]} == {"Bob & Dora"}
