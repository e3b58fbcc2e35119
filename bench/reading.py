"""Measure how much a reader of the code has to follow: one table of counts with their goals.

`reading_tap` says what counts as a change of file, `reading_questions` how the files of an answer are found,
`reading_words` what counts as a vague name or an outdated word, and `reading_source` how lines, functions and views are
counted. `--list` prints the places behind the counts of one kind. It measures the package that Python imports:
`PYTHONPATH=/other/checkout` measures another.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

import reading_source as source
import reading_words as words
from measure import Goal, report, status
from reading_questions import QUESTIONS
from reading_tap import Trace, trace_tap_and_page


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; `goal` is the maximum of the count, None if it has no goal."""

    name: str
    count: int
    goal: Goal | int | None = None
    note: str = ""


FILES_OF_A_TAP = Goal(12, bound=15, reason="the form, numbers, the file and its log are read in files of their own")
ENTRIES = Goal(
    2, bound=7, reason="saving asks the form, the game and the store in turn; a block enters the store twice"
)


def main() -> int:
    """Print the table, or a list. Return 1 if a count failed."""
    parser = argparse.ArgumentParser(description="How readable the code is, beside the goals.")
    parser.add_argument("--list", choices=LISTS, help="print what a count is the sum of")
    asked = parser.parse_args().list
    if asked:
        print("\n".join(LISTS[asked]()))
        return 0
    for row in (*_tap_rows(), *_question_rows(), *_word_rows(), *_folder_rows(), *_size_rows(), *_area_rows()):
        report(row.name, row.count, row.goal, row.note)
    return status()


def _tap_rows() -> Iterator[Row]:
    tap, page = trace_tap_and_page()
    yield Row("one tap: files entered", len(tap.modules), FILES_OF_A_TAP)
    yield Row("one tap: entries of one file, at most", max(tap.entered.values()), ENTRIES, _counts(tap.entered))
    yield Row("one tap: changes of file", len(tap.jumps))
    yield Row("the page after it: files entered", len(page.modules))
    yield Row("the page after it: changes of file", len(page.jumps))


def _question_rows() -> Iterator[Row]:
    for question, (find, most) in QUESTIONS.items():
        files = find()
        yield Row(f"{question}: files", len(files), most, ", ".join(files))


def _word_rows() -> Iterator[Row]:
    vague = words.total(words.vague_names())
    yield Row("vague names: variables, arguments, attributes", vague.total(), 150, _counts(vague))
    other = words.total(words.vague_other_names())
    yield Row("  functions, classes, keywords, imports", other.total(), note=_counts(other))
    pages = words.total(words.vague_names_of_pages())
    yield Row("  in templates and scripts", pages.total(), note=_counts(pages))
    shipped = Counter(word for _, word in words.old_words(*words.SHIPPED))
    beside = Counter(word for _, word in words.old_words(*words.BESIDE))
    yield Row("old words", shipped.total() + beside.total(), 60)
    yield Row("  in what ships", shipped.total(), note=_counts(shipped))
    yield Row("  in tests and benchmarks", beside.total(), note=_counts(beside))
    yield Row("lines that cite documents that do not ship", len(source.citations()), 0)


def _folder_rows() -> Iterator[Row]:
    for folder, number in source.folder_modules().most_common():
        yield Row(f"modules in {folder}", number)


def _size_rows() -> Iterator[Row]:
    sizes = source.measure_modules()
    functions = sizes.functions
    yield Row("functions", len(functions))
    yield Row("  median lines", int(median(functions)), 8)
    yield Row("  lines of nine in ten, at most", functions[len(functions) * 9 // 10], 25)
    yield Row("  lines of the longest", functions[-1])
    yield Row("public names", sizes.public)
    yield Row("views", sizes.views)


def _area_rows() -> Iterator[Row]:
    for area, lines in source.area_lines().items():
        yield Row(f"lines: {area}", lines)


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{word} {count:,}" for word, count in counts.most_common())


def _tap() -> list[str]:
    return _lines(trace_tap_and_page()[0])


def _page() -> list[str]:
    return _lines(trace_tap_and_page()[1])


def _lines(trace: Trace) -> list[str]:
    """Return a trace as text: its modules with their calls, its pairs of modules, and every change in order."""
    modules = [f"{count:>6}  {module}" for module, count in trace.modules.most_common()]
    pairs = [f"{count:>6}  {before} -> {after}" for (before, after), count in trace.module_pairs.most_common()]
    jumps = [
        f"{number:>6}  {before.module}:{before.function} -> {after.module}:{after.function}"
        for number, (before, after) in enumerate(trace.jumps, start=1)
    ]
    return [
        f"{len(modules)} modules, with their calls",
        *modules,
        f"\n{len(pairs)} pairs of modules, with their changes",
        *pairs,
        f"\n{len(jumps)} changes of module, in order",
        *jumps,
    ]


def _names() -> list[str]:
    lines = []
    for title, counts in (
        ("variables, arguments, attributes", words.vague_names()),
        ("functions, classes, keywords, imports", words.vague_other_names()),
        ("names in templates and scripts", words.vague_names_of_pages()),
    ):
        files = sorted(counts.items(), key=lambda item: -item[1].total())
        lines += [f"{words.total(counts).total()} {title}: {_counts(words.total(counts))}"]
        lines += [f"{count.total():>6}  {path}: {_counts(count)}" for path, count in files]
    return lines


def _words() -> list[str]:
    return [f"{place}: {word}" for place, word in words.old_words(*words.SHIPPED, *words.BESIDE)]


LISTS: dict[str, Callable[[], list[str]]] = {
    "tap": _tap,
    "page": _page,
    "names": _names,
    "words": _words,
    "citations": source.citations,
}

if __name__ == "__main__":
    raise SystemExit(main())
