"""The mutation operators of tools/mutate: places in C files and their replacements.

`sites(text)` lists every mutant of a file. The code is read as tokens; comments, strings,
preprocessor lines, messages (the arguments of wend_fail and printf) and sizes of buffers are left alone.
The sources are formatted by clang-format, which separates a binary `*` (spaces on both sides) from a
pointer's.
"""
import bisect
import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<preprocessor>^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*)
  | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<operator><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])
""", re.X | re.S | re.M)

SWAPS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
         "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"],
         "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="]}
KIND = {"<": "comparison", "<=": "comparison", ">": "comparison", ">=": "comparison", "==": "comparison",
        "!=": "comparison", "&&": "logic", "||": "logic"}
WORDS = {"fminf": "fmaxf", "fmaxf": "fminf", "fmin": "fmax", "fmax": "fmin", "min_int": "max_int",
         "max_int": "min_int", "true": "false", "false": "true", "continue": "break"}
# Calls whose arguments are only messages, sizes of memory, or speed.
QUIET = re.compile(r".*_fail|.*printf|wend_alloc\w*|wend_realloc|wend_free|.*_reserve|.*_grow|memset|_Static_assert|"
                   r"assert|__builtin_prefetch|__builtin_expect|sizeof|_Alignas|__attribute__|.*_message|wend_find(ing)?s_add")
# Statements that free, close or wait: removing them does not change results.
TIDY = re.compile(r".*(free|destroy|close|unlock|lock|flush|prefetch|signal|wait|join|advise|munmap|unlink|progress)\w*$")
CAPACITY = re.compile(r"^(MAX|CAPACITY|BUFFER|CHUNK|BLOCK|GROWTH|INITIAL)|_(MAX|CAPACITY|BYTES|SIZE)$")
KEYWORDS = {"if", "for", "while", "return", "switch", "case", "else", "do", "goto", "break", "continue", "default", "sizeof",
            "static", "const", "struct", "enum", "union", "typedef", "extern", "inline", "void"}


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Mutant:
    kind: str
    start: int       # the text from start to end is replaced
    end: int
    new: str
    line: int        # where the change is, and the lines of its statement
    first_line: int
    last_line: int
    function: tuple  # first and last line, or None

    def apply(self, text):
        return text[:self.start] + self.new + text[self.end:]


def tokens_of(text):
    return [Token(m.lastgroup, m.group(), m.start(), m.end()) for m in TOKEN.finditer(text)
            if m.lastgroup not in ("comment", "preprocessor")]


def match_brackets(tokens):
    """For each bracket's index the index of its partner."""
    partner, stack = {}, []
    for i, t in enumerate(tokens):
        if t.kind == "operator" and t.text in "([{":
            stack.append(i)
        elif t.kind == "operator" and t.text in ")]}" and stack:
            partner[i] = stack.pop()
            partner[partner[i]] = i
    return partner


class File:
    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.partner = match_brackets(self.tokens)
        self.line_starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.quiet = self.find_quiet()
        self.functions = self.find_functions()

    def line(self, position):
        return bisect.bisect_right(self.line_starts, position)

    def is_op(self, i, text):
        return 0 <= i < len(self.tokens) and self.tokens[i].kind == "operator" and self.tokens[i].text == text

    def find_quiet(self):
        """Token indices inside calls and declarations that are left alone."""
        quiet = set()
        for i, t in enumerate(self.tokens):
            if t.kind == "word" and QUIET.fullmatch(t.text) and self.is_op(i + 1, "(") and i + 1 in self.partner:
                quiet.update(range(i, self.partner[i + 1] + 1))
            if self.is_op(i, "[") and i in self.partner and self.is_declared_size(i):
                quiet.update(range(i, self.partner[i] + 1))
            if t.kind == "word" and CAPACITY.search(t.text) and self.is_op(i + 1, "="):
                quiet.update(range(i, min(i + 4, len(self.tokens))))
        return quiet

    def is_declared_size(self, i):
        """Whether the bracket belongs to a declaration `char name[64]`."""
        return (i >= 2 and self.tokens[i - 1].kind == "word" and
                (self.tokens[i - 2].kind == "word" and self.tokens[i - 2].text not in KEYWORDS - {"const"}
                 or self.is_op(i - 2, "*") and self.text[self.tokens[i - 2].start - 1] != " "))

    def find_functions(self):
        """Indices of the braces of every function's body."""
        found, depth = [], 0
        for i, t in enumerate(self.tokens):
            if t.kind != "operator" or t.text not in "{}":
                continue
            if t.text == "{" and depth == 0 and self.is_op(i - 1, ")") and i in self.partner:
                found.append((i, self.partner[i]))
            depth += 1 if t.text == "{" else -1
        return found

    def function_of(self, i):
        for first, last in self.functions:
            if first < i < last:
                return first, last
        return None

    def statement(self, i):
        """First and last index of the statement around a token."""
        first = last = i
        while first > 0 and not (self.tokens[first - 1].kind == "operator" and self.tokens[first - 1].text in ";{}"):
            first -= 1
        while last < len(self.tokens) - 1 and not (self.tokens[last].kind == "operator" and self.tokens[last].text in ";{}"):
            last += 1
        return first, last

    def mutant(self, kind, i, new, end_token=None):
        first, last = self.statement(i)
        body = self.function_of(i)
        start, end = self.tokens[i].start, self.tokens[end_token if end_token is not None else i].end
        return Mutant(kind, start, end, new, self.line(start), self.line(self.tokens[first].start),
                      self.line(self.tokens[last].start),
                      (self.line(self.tokens[body[0]].start), self.line(self.tokens[body[1]].start)) if body else None)


def is_binary(file, i):
    t = file.tokens[i]
    return (i > 0 and file.text[t.start - 1] in " \n" and file.text[t.end:t.end + 1] in (" ", "\n") and
            (file.tokens[i - 1].kind in ("word", "number", "string") or file.tokens[i - 1].text in ")]"))


def in_for_header(file, i):
    depth = 0
    for k in range(i, max(i - 60, 0), -1):
        if file.is_op(k, ")"):
            depth += 1
        if file.is_op(k, "("):
            depth -= 1
            if depth < 0:
                return k > 0 and file.tokens[k - 1].text == "for"
        if file.tokens[k].kind == "operator" and file.tokens[k].text in "{}":
            return False
    return False


def swapped_operators(file, i):
    t = file.tokens[i]
    if t.text not in SWAPS or not is_binary(file, i) or not file.function_of(i):
        return
    if in_for_header(file, i) and t.text not in ("<", "<=", ">", ">="):
        return
    if file.tokens[i + 1].kind == "string" or file.tokens[i + 1].text in ("NULL", "WEND_OK"):
        return  # allocation and error paths: covered by the fault tests
    choices = SWAPS[t.text][:1] if in_for_header(file, i) else SWAPS[t.text]
    for new in choices:
        yield file.mutant(KIND.get(t.text, "arithmetic"), i, new)


def changed_number(text):
    """New texts for a number: one more for whole ones; half, a tenth more and ten times for others."""
    m = re.fullmatch(r"(\d+)([uUlL]*)", text)
    if m:
        return [f"{int(m[1]) + 1}{m[2]}"]
    m = re.fullmatch(r"(\d*\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)([fF]?)", text)
    if not m:
        return []
    value = float(m[1])
    values = [1.0] if value == 0 else [value * 0.5, value * 1.1, value * 10]
    return [(repr(v) + m[2]) for v in values]


def changed_constants(file, i):
    empties = file.tokens[i].text == "0" and file.is_op(i - 1, "{") and file.is_op(i + 1, "}")
    if file.tokens[i].kind == "number" and not in_for_header(file, i) and not empties:
        for new in changed_number(file.tokens[i].text):
            yield file.mutant("constant", i, new)


def changed_words(file, i):
    t = file.tokens[i]
    if t.kind != "word":
        return
    if t.text in WORDS and file.function_of(i):
        yield file.mutant("return" if t.text in ("true", "false") else "min/max" if "m" in t.text else "flow", i, WORDS[t.text])
    if t.text in ("if", "while") and file.is_op(i + 1, "(") and i + 1 in file.partner and i + 1 not in file.quiet:
        end = file.partner[i + 1]
        inner = file.text[file.tokens[i + 1].end:file.tokens[end].start]
        yield file.mutant("negation", i + 1, f"(!({inner}))", end)
    if t.text == "WEND_TRY" and file.is_op(i + 1, "(") and i + 1 in file.partner:
        end = file.partner[i + 1]
        yield file.mutant("dropped check", i, f"(void){file.text[file.tokens[i + 1].start:file.tokens[end].end]}", end)


def dropped_negation(file, i):
    if file.is_op(i, "!") and file.function_of(i):
        yield file.mutant("negation", i, "")


def dropped_statements(file, i):
    """`x = …;` and `call(…);` as whole statements."""
    t = file.tokens[i]
    if t.kind != "word" or t.text in KEYWORDS or not file.function_of(i):
        return
    before = file.tokens[i - 1]
    if not (before.kind == "operator" and before.text in ";{})" or before.text == "else"):
        return
    if before.text == ")" and not follows_condition(file, i - 1):
        return
    end = i
    while end < len(file.tokens) and not file.is_op(end, ";"):
        end = file.partner[end] + 1 if file.tokens[end].text in ("(", "[", "{") and end in file.partner else end + 1
    if end >= len(file.tokens) or in_for_header(file, i):
        return
    flat = flat_texts(file, i, end)
    is_call = file.is_op(i + 1, "(") and file.partner.get(i + 1) == end - 1
    if is_call and (TIDY.fullmatch(t.text) or QUIET.fullmatch(t.text) or t.text == "WEND_TRY"):
        return
    is_assignment = (any(x in flat for x in ("=", "+=", "-=", "*=", "/=", "|=", "&=", "++", "--")) and
                     not (file.tokens[i + 1].kind == "word" or declares(file, i)))
    if file.text[file.tokens[i].start:file.tokens[end].end].endswith("= NULL;"):
        return
    if is_call or is_assignment:
        yield file.mutant("dropped statement", i, ";", end)


def declares(file, i):
    """Whether a statement begins with a pointer declaration `type* name`."""
    return file.is_op(i + 1, "*") and file.text[file.tokens[i + 1].start - 1] != " "


def follows_condition(file, close):
    return close in file.partner and file.tokens[file.partner[close] - 1].text in ("if", "for", "while")


def flat_texts(file, i, end):
    texts = []
    while i < end:
        texts.append(file.tokens[i].text)
        i = file.partner[i] + 1 if file.tokens[i].text in ("(", "[", "{") and i in file.partner else i + 1
    return texts


def function_lines(text):
    """{line: name of the function it is in}"""
    file, names = File(text), {}
    for first, last in file.functions:
        name = file.tokens[file.partner[first - 1] - 1].text
        for line in range(file.line(file.tokens[file.partner[first - 1] - 1].start), file.line(file.tokens[last].start) + 1):
            names[line] = name
    return names


OPERATORS = (swapped_operators, changed_constants, changed_words, dropped_negation, dropped_statements)


def sites(text):
    file = File(text)
    found = []
    for i in range(1, len(file.tokens) - 1):
        if i not in file.quiet:
            for operator in OPERATORS:
                found += operator(file, i)
    return found
