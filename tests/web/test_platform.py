"""Scripts, style sheets and templates use only what every promised browser has: Chromium 106, Firefox 115, Safari 16.0.

`docs/hosting.md` makes the promise, and tests/browser plays in four engines. These lists name what is newer, so that a
line which would fail in a browser that nobody here has fails here. Something newer may be used if its lack is harmless:
where a script tests for it, in `@supports`, or after a declaration that every browser knows.

To use a feature that a list names, read its sentence. To use one that no list names, look up when browsers got it, and
add it to a list if that was later.
"""

import re
from collections.abc import Iterator

import pytest
import tinycss2
from jsbeautifier.javascript.options import BeautifierOptions
from jsbeautifier.javascript.tokenizer import Tokenizer

from scorepad.paths import static_dir, templates_dir

NEWER = "is newer than the promised browsers"

SCRIPT_NAMES = (
    r"to(Sorted|Reversed|Spliced|Array|WellFormed)|isWellFormed|groupBy|fromAsync|withResolvers|canParse|checkVisibility|"
    r"union|intersection|(symmetricD|d)ifference|is(SubsetOf|SupersetOf|DisjointFrom)|(show|hide|toggle)Popover|getHTML|"
    r"startViewTransition|moveBefore|setHTMLUnsafe|parseHTMLUnsafe|requestIdleCallback|(Dec|C)ompressionStream|navigation|"
    # Only in some browsers, or only over https.
    r"wakeLock|vibrate|clipboard|caches|serviceWorker|locks|randomUUID|subtle|share|canShare"
)
"""Names of properties and methods."""

TESTED_BY = {"share": "canShare"}
"""Another name that a script may test."""

NO_PROPERTY = r"^aria[A-Z]"
"""Firefox before 119 has no such properties."""

DECORATION = ("text-wrap", "field-sizing", "scrollbar-width", "scrollbar-color", "interpolate-size")
"""Newer properties that only make things nicer."""

STYLE_PROPERTIES = {
    r"mask|mask-.*|print-color-adjust": "needs its -webkit- twin before it, for Chromium before 120",
    r"user-select|backdrop-filter": "needs its -webkit- twin before it, for Safari",
    r"(anchor|position|view-transition|scroll-timeline|text-box|text-wrap|offset|reading|corner)-.+": NEWER,
    r"animation-timeline|field-sizing|interpolate-size|scrollbar-color|scrollbar-width": NEWER,
}

STYLE_VALUES = {
    r"color-mix\(": "Chromium before 111 and Safari before 16.2 lack color-mix()",
    r"light-dark\(|\b(oklch|oklab|lch|lab|color)\(|\bfrom var\(": "Chromium before 111 lacks these colours",
    r"\d[dsl]v(h|w|b|i|min|max)\b": "Chromium before 108 lacks dvh, svh and lvh",
    r"\b(round|mod|rem|sin|cos|tan|pow|sqrt|hypot|exp|log|abs|sign|linear|if|calc-size|anchor)\(": NEWER,
    r"\bsubgrid\b": "Chromium before 117 lacks subgrid",
    r"\battr\([\w-]+ ": f"attr() with a type {NEWER}",
    r"\bimage-set\(": "Chromium before 113 lacks image-set()",
}
"""Values that need a declaration of the same property before them, and @supports if they contain var()."""

ALTERNATIVE = "Firefox before 128 and Safari before 17.4 lack the alternative text of `content`"

SELECTORS = {
    r":has\(": "Firefox before 121 lacks :has()",
    r":nth-(last-)?child\([^)]* of ": "Chromium before 111 lacks `of` in :nth-child()",
    r":dir\(|:popover-open|:open\b|:user-(in)?valid|:state\(|::details-content|::view-transition": NEWER,
}

AT_RULES = {"scope", "starting-style", "view-transition", "position-try", "function"}

MARKUP = (
    r"\s(?:popover|popovertarget|commandfor|command|closedby|shadowrootmode|interestfor)=|<(?:search|selectedcontent)\b"
)


# Scripts.


def script_faults(text: str) -> Iterator[str]:
    """Yield a sentence for each newer feature that a script uses without a test."""
    tokens = [token.text for token in Tokenizer(text, BeautifierOptions()).tokenize()]
    for at, (token, following) in enumerate(zip(tokens, [*tokens[1:], ""], strict=True)):
        if token[0:1] in ("'", '"', "`") and ":has(" in token:
            yield f"{token}: Firefox before 121 throws at :has() in a script: look for the inner element instead"
        if token.startswith("/") and re.search(r"\(\?<[=!]", token):
            yield f"{token}: Safari before 16.4 has no lookbehind"
        if re.match(r"/.*/[a-z]*v", token):
            yield f"{token}: Chromium before 112 has no flag v"
        if token == "FormData" and _arguments(tokens, at) > 1:
            yield "FormData(form, button): Chrome before 112 ignores the button: append its name and value"
        if token == "insertRule" and _arguments(tokens, at) == 1:
            yield "insertRule(rule): Chromium before 120 throws without the index: insertRule(rule, 0)"
        if tokens[at - 1] in (".", "?.", "new", "{", ",") and following != "?.":
            yield from _names(token, text)


def _arguments(tokens: list[str], at: int) -> int:
    """Count the arguments of the call of the token at this place; 0 if it is not called."""
    if tokens[at + 1] != "(" or tokens[at + 2] == ")":
        return 0
    depth, number = 0, 1
    for token in tokens[at + 1 :]:
        depth += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
        if depth == 0:
            break
        number += token == "," and depth == 1
    return number


def _names(name: str, script: str) -> Iterator[str]:
    if re.match(NO_PROPERTY, name):
        yield f"{name}: Firefox before 119 has no such property: use getAttribute()"
    tested = f"{name}|{TESTED_BY.get(name, name)}"
    if re.fullmatch(SCRIPT_NAMES, name) and not re.search(rf"\bif \([^{{;]*\b(?:{tested})\b|\b{name}\?\.", script):
        yield f"{name} {NEWER}: test for it with `?.` or in an `if`, or write what they have"


# Style sheets.


def style_faults(text: str) -> Iterator[str]:
    rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    for rule in rules:
        yield from _rule_faults(rule, "")


def marker_faults(text: str) -> Iterator[str]:
    if "summary::before" in text and "summary::-webkit-details-marker" not in text:
        yield "summary::before: older WebKit draws a second marker: hide ::-webkit-details-marker"


def _rule_faults(rule: tinycss2.ast.Node, supported: str) -> Iterator[str]:
    """`supported` is what the @supports around the rule test."""
    prelude = tinycss2.serialize(rule.prelude)
    inside = tinycss2.parse_blocks_contents(rule.content or [], skip_comments=True, skip_whitespace=True)
    if rule.type == "at-rule":
        if rule.lower_at_keyword in AT_RULES:
            yield f"@{rule.lower_at_keyword} is newer than the promised browsers"
        if rule.lower_at_keyword == "media" and re.search(r"[<>=]", prelude):
            yield f"@media {prelude}: Safari before 16.4 lacks comparisons: use min-width and max-width"
        tests = prelude if rule.lower_at_keyword == "supports" else ""
        for one in inside:
            if one.type in ("at-rule", "qualified-rule"):
                yield from _rule_faults(one, supported + tests)
        return
    yield from _selector_faults(prelude, supported)
    declarations = [one for one in inside if one.type == "declaration"]
    if len(declarations) < len(inside):
        yield f"{prelude}: Chromium before 112 and Firefox before 117 lack nested rules"
    for at, declaration in enumerate(declarations):
        yield from _declaration_faults(declaration, declarations[:at], supported)


def _selector_faults(prelude: str, supported: str) -> Iterator[str]:
    """A selector that a browser does not know costs the whole rule, so it may not share one with others."""
    # Not inside :is() and :where(), which only ignore what they do not know.
    bare = _without_forgiving(prelude)
    for pattern, sentence in SELECTORS.items():
        has_it = [bool(re.search(pattern, selector)) for selector in _split(bare)]
        if any(has_it) and not all(has_it) and not re.search(pattern, supported):
            yield f"{prelude}: {sentence}: write a rule of its own, put it inside :is(), or use @supports selector()"


def _without_forgiving(prelude: str) -> str:
    while (shorter := re.sub(r":(?:is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "", prelude)) != prelude:
        prelude = shorter
    return prelude


def _split(prelude: str) -> list[str]:
    """Return the selectors of a list."""
    while (
        shorter := re.sub(r"\((?=[^()]*,)([^()]*)\)", lambda inner: f"({inner[1].replace(',', ' ')})", prelude)
    ) != prelude:
        prelude = shorter
    return prelude.split(",")


def _declaration_faults(
    declaration: tinycss2.ast.Node, earlier: list[tinycss2.ast.Node], supported: str
) -> Iterator[str]:
    name, value = declaration.lower_name, tinycss2.serialize(declaration.value).strip()
    for pattern, sentence in STYLE_PROPERTIES.items():
        is_known = name in DECORATION or any(one.lower_name == f"-webkit-{name}" for one in earlier)
        if re.fullmatch(pattern, name) and not is_known and name not in supported:
            yield f"{name}: {sentence}"
    newer = dict(STYLE_VALUES) | ({r".*/": ALTERNATIVE} if name == "content" else {})
    before = [tinycss2.serialize(one.value) for one in earlier if one.lower_name == name]
    for pattern, sentence in newer.items():
        if not re.search(pattern, value) or re.search(pattern, supported):
            continue
        if "var(" in value or name.startswith("--"):
            yield f"{name}: {value}: {sentence}. With var() the declaration before it is no fallback: use @supports"
        elif not any(not re.search(pattern, one) for one in before):
            yield f"{name}: {value}: {sentence}. Write a declaration without it before this one"


# Templates.


def markup_faults(text: str) -> Iterator[str]:
    for use in re.findall(MARKUP, text):
        yield f"{use.strip()} {NEWER}"


def hook_faults(template: str, hooks: set[str]) -> Iterator[str]:
    """A tap inside an element with such a hook is taken for one on a button."""
    for tag, attributes in re.findall(r"<([a-z]+)((?:\s|\{%.*?%\}|\{\{.*?\}\}|[^<>{])*)", template):
        for hook in hooks:
            if tag not in ("button", "a") and re.search(rf"\s{hook}[\s=>]", f"{attributes} "):
                yield f"<{tag} {hook}>: scripts look for it around a tap, so it may only be on buttons and links"


def tapped_hooks() -> set[str]:
    """Return the attributes that scripts look for around the element that was tapped."""
    scripts = "".join(path.read_text("utf-8") for path in static_dir().glob("js/*.js"))
    listened = re.findall(r"""target\.closest(?:\?\.)?\("([^"]*)"\)""", scripts)
    return {hook for selectors in listened for hook in re.findall(r"(?:^|, )\[(data-[\w-]+)\]", selectors)}


SCRIPTS, STYLES = (sorted(static_dir().glob(pattern)) for pattern in ("js/*.js", "css/*.css"))
TEMPLATES = sorted(templates_dir().rglob("*.html"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_uses_nothing_newer_than_the_promised_browsers_without_a_test(path):
    assert [*script_faults(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_style_sheet_uses_nothing_newer_without_a_fallback(path):
    assert [*style_faults(path.read_text("utf-8"))] == []


def test_folds_have_one_marker():
    assert [*marker_faults("".join(path.read_text("utf-8") for path in STYLES))] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(templates_dir())))
def test_a_template_uses_nothing_newer_and_hooks_of_taps_only_on_buttons(path):
    text = path.read_text("utf-8")
    assert [*markup_faults(text), *hook_faults(text, tapped_hooks())] == []


@pytest.mark.parametrize(
    ("faults", "text"),
    [
        (script_faults, "const all = [...new FormData(form, submitter)];"),
        (script_faults, "if (rule) media.insertRule(rule);"),
        (script_faults, 'document.querySelectorAll("form[data-live]:has([data-dirty])");'),
        (script_faults, "media.insertRule(`a, .whose:not(:has(${shown})) { display: none; }`, 0);"),
        (script_faults, "const label = way.ariaLabel;"),
        (script_faults, 'if (target.ariaInvalid !== "true") return;'),
        (script_faults, "navigator.vibrate(10);"),
        (script_faults, "const sorted = all.toSorted();"),
        (style_faults, ".win { --win-top: color-mix(in srgb, var(--ink-team) 80%, black); }"),
        (style_faults, ".a { background: red; background: color-mix(in srgb, var(--press) 14%, white); }"),
        (style_faults, ".suit::before { content: var(--suit); content: var(--suit) / ''; }"),
        (style_faults, ".toggle::after { content: '✓' / ''; }"),
        (marker_faults, "summary::before { content: '▸'; }"),
        (style_faults, ".a { min-height: calc(100dvh - 3rem); }"),
        (style_faults, ".a[aria-pressed], .a:has(:checked) { color: red; }"),
        (style_faults, ".a { mask: none; }"),
        (style_faults, ".a { .b { color: red; } }"),
        (style_faults, "@media (width >= 40em) { .a { color: red; } }"),
        (
            lambda text: hook_faults(text, {"data-sign"}),
            '<label for="{{ a }}" {% if b %}class="c" data-sign="K"{% endif %}>',
        ),
        (markup_faults, "<div popover=auto>"),
    ],
)
def test_the_lists_see_each_fault_that_browsers_had(faults, text):
    assert len([*faults(text)]) == 1


@pytest.mark.parametrize(
    ("faults", "text"),
    [
        (script_faults, "navigator.vibrate?.(10); media.insertRule(rule, 0); new FormData(form);"),
        (script_faults, "if (navigator.clipboard) navigator.clipboard.writeText(text);"),
        (
            style_faults,
            "@supports (color: color-mix(in srgb, red, blue)) { .a { --b: color-mix(in srgb, var(--c), red); } }",
        ),
        (style_faults, ".a { height: 100vh; height: 100dvh; }"),
        (style_faults, ".a:is(.b, :has(.c)), .d { color: red; }"),
        (style_faults, "@supports not selector(:has(*)) { .a { color: red; } }"),
        (style_faults, ".a:has(.b, .c) { color: red; }"),
    ],
)
def test_what_older_browsers_can_do_without_is_allowed(faults, text):
    assert [*faults(text)] == []
