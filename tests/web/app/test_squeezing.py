"""Squeezing a script or a style sheet must change nothing but white space and comments.

Independent tokenizers read each file before and after. rjsmin guesses where a regular expression begins: after `=>` it
once took one for a division, and dropped the space at its start.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest
import tinycss2
from jsbeautifier.javascript.options import BeautifierOptions
from jsbeautifier.javascript.tokenizer import Tokenizer

from scorepad.paths import static_dir
from scorepad.web.app import assets

STATIC = static_dir()
SCRIPTS, SHEETS = (sorted(path.name for path in (STATIC / kind).glob(f"*.{kind}")) for kind in ("js", "css"))
SERVED = assets._all(STATIC)


def served(name: str) -> str:
    return SERVED[name].decode()


def script_tokens(text: str) -> list[str]:
    *tokens, end = Tokenizer(text, BeautifierOptions()).tokenize()
    assert end.text == ""
    return [token.text for token in tokens]


def unlinked(tokens: list[str]) -> Iterator[str]:
    """Leave out imports and exports: joined modules share one scope."""
    is_link = False
    for token, following in pairwise([*tokens, ""]):
        is_link = is_link or (token == "import" and following != "(") or (token == "export" and following == "{")
        if not is_link and token != "export":
            yield token
        is_link = is_link and token != ";"


def style_tokens(text: str) -> list[object]:
    return [rule_tokens(rule) for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)]


def rule_tokens(rule: tinycss2.ast.Node) -> object:
    """Return a rule or declaration as nested lists."""
    if rule.type == "declaration":
        return rule.name, significant(rule.value), rule.important
    assert rule.type in ("qualified-rule", "at-rule"), rule.serialize()
    name = rule.at_keyword if rule.type == "at-rule" else ""
    inside = tinycss2.parse_blocks_contents(rule.content or [], skip_comments=True, skip_whitespace=True)
    return name, significant(rule.prelude), [rule_tokens(one) for one in inside]


def significant(nodes: Iterable[tinycss2.ast.Node]) -> str:
    """Return tokens as text. White space is left only where it may matter: not at the ends, nor beside a comma."""
    parts: list[str] = []
    for node in nodes:
        if node.type == "function":
            parts.append(f"{node.name}({significant(node.arguments)})")
        elif node.type in ("() block", "[] block"):
            parts.append(f"{node.type[0]}{significant(node.content)}{node.type[1]}")
        elif node.type == "literal" and node.value in (",", ">", "~", ":", "/"):
            is_spaced = node.value == ":" and parts and parts[-1] == " "
            while parts and parts[-1] == " " and not is_spaced:
                parts.pop()
            parts.append(node.value)
        elif node.type == "whitespace":
            if parts and parts[-1] not in (" ", ",", ">", "~", "/", ":"):
                parts.append(" ")
        elif node.type != "comment":
            parts.append(node.serialize())
    return "".join(parts).strip()


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_squeezed_script_has_the_same_tokens(name: str) -> None:
    assert script_tokens(served(f"js/{name}")) == script_tokens((STATIC / "js" / name).read_text("utf-8"))


@pytest.mark.parametrize(
    ("bundle", "names"),
    [
        (assets.SCRIPT, assets.MODULES),
        (assets.MORE_SCRIPT, assets.MORE_MODULES),
        (assets.COUNTING_SCRIPT, assets.COUNTING),
    ],
)
def test_joined_scripts_have_the_tokens_of_their_modules(bundle: str, names: tuple[str, ...]) -> None:
    modules = [script_tokens((STATIC / "js" / f"{name}.js").read_text("utf-8")) for name in names]
    joined = without_exports(script_tokens(served(bundle)))
    whole = [token for tokens in modules for token in unlinked(tokens)]
    assert joined[-len(whole) :] == whole


def without_exports(tokens: list[str]) -> list[str]:
    """Return the tokens of a file without what it exports to others at its end."""
    last = len(tokens) - 1 - tokens[::-1].index("export") if "export" in tokens else len(tokens)
    return tokens[:last]


@pytest.mark.parametrize("name", SHEETS)
def test_a_squeezed_style_sheet_has_the_same_tokens(name: str) -> None:
    assert style_tokens(served(f"css/{name}")) == style_tokens((STATIC / "css" / name).read_text("utf-8"))
