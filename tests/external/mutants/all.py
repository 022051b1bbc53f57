"""Tests all mutants of some files in one program, about a second each: all.py DIRECTORY GLOB TESTS...

cargo-mutants lists the changes. In a copy of the checkout, each becomes a branch that is taken if the variable MUTANT has its
number, so that all are compiled at once. Each test runs once alone and writes down which branches it meets. A mutant then runs
only the tests that meet it, the quickest first, until one fails or takes far longer than before.

Changes that cannot become a branch (in constants, or to another type behind `impl`) are counted and left to `run domain`.
The results are in DIRECTORY; a run that is repeated goes on where it ended. GLOB names files of the domain, and TESTS are the
options of `cargo test` for its tests.
"""

import collections
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import tree_sitter
import tree_sitter_rust

DOMAIN = ["--no-default-features"]
KINDS = {
    "BinaryOperator": ("binary_expression", "compound_assignment_expr"),
    "UnaryOperator": ("unary_expression",),
    "MatchArm": ("match_expression",),
    "StructField": ("struct_expression",),
}
SWITCH = """
#[doc(hidden)]
#[allow(unsafe_code)]
pub mod mutants {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
    static CURRENT: AtomicU32 = AtomicU32::new(0);
    static MET: [AtomicBool; SITES] = [const { AtomicBool::new(false) }; SITES];
    #[used]
    #[unsafe(link_section = ".init_array")]
    static INIT: extern "C" fn() = init;
    extern "C" fn init() {
        if let Ok(number) = std::env::var("MUTANT") { CURRENT.store(number.parse().unwrap(), Relaxed); }
    }
    #[inline(always)]
    pub fn at(site: u32) -> u32 {
        let current = CURRENT.load(Relaxed);
        if current == u32::MAX { meet(site); }
        current
    }
    #[cold]
    fn meet(site: u32) {
        if !MET[site as usize].swap(true, Relaxed) {
            let file = std::fs::OpenOptions::new().append(true).create(true).open(std::env::var("MUTANTS_MET").unwrap());
            file.unwrap().write_all(format!("{site}\\n").as_bytes()).unwrap();
        }
    }
}
"""
MEETS = str(2**32 - 1)


class Source:
    """A file with its sites: the expressions that mutants change, and the functions whose result they replace."""

    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))

    def __init__(self, text, constants):
        self.text, self.lines, self.starts = text, text.split(b"\n"), [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.root = self.parser.parse(self.text).root_node
        self.constants, self.stripped, self.sites = constants, {}, {}

    def offset(self, place):
        line = self.lines[place["line"] - 1].decode()
        return self.starts[place["line"] - 1] + len(line[: place["column"] - 1].encode())

    def around(self, start, end, kinds):
        node = self.root.descendant_for_byte_range(start, max(start, end - 1))
        while node is not None and not (node.type in kinds and node.start_byte <= start and node.end_byte >= end):
            node = node.parent
        return node

    def add(self, mutant):
        """Adds a mutant to its site, and says whether that is possible."""
        start, end = (self.offset(mutant["span"][side]) for side in ("start", "end"))
        replacement, genre = mutant["replacement"].encode(), mutant["genre"]
        function = self.around(start, end, ("function_item",))
        if function is None or self.around(start, end, ("const_block",)) is not None:
            return False
        name = function.child_by_field_name("name").text.decode()
        for modifiers in (child for child in function.children if child.type == "function_modifiers"):
            if b"const" in modifiers.text:
                if name in self.constants:
                    return False
                self.stripped[self.text.index(b"const", modifiers.start_byte)] = name
        if genre == "FnValue":
            site = ("function", start, start)
        elif genre == "MatchArmGuard":
            site = ("expression", start, end)
        else:
            node = self.around(start, end, KINDS[genre])
            while node is not None and genre == "BinaryOperator":
                operator = node.child_by_field_name("operator")
                if node.type in KINDS[genre] and operator is not None and operator.start_byte == start:
                    break
                node = node.parent
            if node is None or genre in ("BinaryOperator", "UnaryOperator") and has_let(node):
                return False
            is_statement = node.parent is not None and node.parent.type == "expression_statement"
            site = ("statement" if is_statement else "expression", node.start_byte, node.end_byte)
            replacement = self.text[site[1] : start] + replacement + self.text[end : site[2]]
        mutant.update(site=(mutant["file"], *site), branch=replacement)
        self.sites.setdefault(site, []).append(mutant)
        return True

    def rendered(self, numbers):
        order = sorted(self.sites, key=lambda site: (site[1], -site[2], site[0] != "function"))
        live = [(site, [m for m in self.sites[site] if m["state"] == "branch"]) for site in order]
        return self.render(0, len(self.text), [(site, found) for site, found in live if found], numbers)

    def raw(self, start, end):
        text = self.text[start:end]
        for at, name in self.stripped.items():
            if start <= at < end and name not in self.constants:
                text = text[: at - start] + b"     " + text[at - start + 5 :]
        return text

    def render(self, start, end, sites, numbers):
        out, place, i = [], start, 0
        while i < len(sites):
            (kind, begin, stop), mutants = sites[i]
            number = numbers.setdefault((mutants[0]["file"], kind, begin, stop), len(numbers) + 1)
            out.append(self.raw(place, begin))
            branches = b"match crate::mutants::at(%d) { " % number
            for mutant in mutants:
                value = b"return %s;" if kind == "function" else b"%s"
                number = mutant["id"]
                branches += (b"%d => { /*<%d*/ " + value + b" /*>%d*/ } ") % (number, number, mutant["branch"], number)
            j = i + 1
            while kind != "function" and j < len(sites) and sites[j][0][1] < stop:
                j += 1
            inner = b"" if kind == "function" else self.render(begin, stop, sites[i + 1 : j], numbers)
            whole = branches + b"_ => { " + inner + b" } }"
            out.append(b"(%s)" % whole if kind == "expression" else b" %s " % whole)
            place, i = stop, j
        return b"".join([*out, self.raw(place, end)])


def has_let(node):
    if node.type in ("let_condition", "let_chain"):
        return True
    return node.type not in ("block", "closure_expression", "arguments") and any(map(has_let, node.children))


def cargo(copy, target, *arguments):
    environment = dict(os.environ, RUSTFLAGS="--cap-lints warn -A warnings", CARGO_TARGET_DIR=str(target))
    command = ["cargo", *arguments, "--message-format=json"]
    printed = subprocess.run(command, cwd=copy, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return printed.returncode, [json.loads(line) for line in printed.stdout.splitlines() if line.startswith(b"{")]


def instrument(mutants, copy, target):
    """Writes all mutants into the copy as branches, and leaves out those that do not compile."""
    constants, numbers = set(), {}
    library = copy / "src/lib.rs"
    original = library.read_text()
    by_file = collections.defaultdict(list)
    for mutant in mutants:
        by_file[mutant["file"]].append(mutant)
    texts = {name: (copy / name).read_bytes() for name in by_file}
    while True:
        rendered = {}
        for name, found in by_file.items():
            source = Source(texts[name], constants)
            for mutant in found:
                if mutant["state"] in ("branch", "new"):
                    mutant["state"] = "branch" if source.add(mutant) else "no branch"
            rendered[name] = source.rendered(numbers)
            (copy / name).write_bytes(rendered[name])
        library.write_text(original + SWITCH.replace("SITES", str(len(numbers) + 1)))
        status, messages = cargo(copy, target, "check", *DOMAIN, "--lib")
        if status == 0:
            return numbers
        told = [message["message"] for message in messages if message.get("reason") == "compiler-message"]
        errors = [message for message in told if message["level"] == "error"]
        left_out = lambda inside: sum(leave_out(error, mutants, rendered, numbers, constants, inside) for error in errors)
        dropped = left_out(inside=True) or left_out(inside=False)
        assert dropped, errors[0]["rendered"]


def leave_out(error, mutants, rendered, numbers, constants, inside):
    """Leaves out the branch that has this error or, not `inside` one, the site before it; or keeps a function constant.
    Returns the number of changes."""
    called = re.search(r"cannot call non-const (?:associated )?(?:function|method) `([^`]*)`", error["message"])
    if called and called[1].split("::")[-1] not in constants | {"at"}:
        constants.add(re.sub(r"::<[^>]*>", "", called[1]).split("::")[-1])
        return 1
    spans = error["spans"] + [span for child in error["children"] for span in child["spans"]]
    for span in sorted(spans, key=lambda span: not span["is_primary"]):
        text = rendered.get(span["file_name"])
        if text is None:
            continue
        before, ids = text[: span["byte_start"] + 40 * (not inside)], []
        if inside:
            begun = [int(found[1]) for found in re.finditer(rb"/\*<(\d+)\*/", before)]
            ids = [number for number in begun if text.find(b"/*>%d*/" % number) >= span["byte_end"]][-1:]
        elif sites := re.findall(rb"mutants::at\((\d+)\)", before):
            ids = [m["id"] for m in mutants if "site" in m and numbers.get(m["site"]) == int(sites[-1])]
        found = [m for m in mutants if m["id"] in ids and m["state"] == "branch"]
        for mutant in found:
            mutant["state"] = "no branch"
        if found:
            return len(found)
    return 0


def run(program, names, variables, seconds):
    """The output of these tests, and the exit status; `None` after this time."""
    pipes = dict(stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    process = subprocess.Popen([program, "--exact", *names], env=dict(os.environ, **variables), **pipes)
    try:
        return process.communicate(timeout=seconds)[0].decode(errors="replace"), process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return process.communicate()[0].decode(errors="replace"), None


def coverage(programs, directory):
    """Each test with its program, its seconds, and the sites that it meets."""
    found = []
    for program in programs:
        names = lambda *options: set(re.findall(r"^(.*): test$", run(program, ["--list", *options], {}, 60)[0], re.M))
        for name in sorted(names() - names("--ignored")):
            met = directory / "met"
            met.unlink(missing_ok=True)
            started = time.monotonic()
            _, status = run(program, [name], {"MUTANT": MEETS, "MUTANTS_MET": str(met)}, 600)
            if status == 0 and met.exists():
                found.append((program, name, time.monotonic() - started, set(map(int, met.read_text().split()))))
    return found


def tested(mutant, tests, killers):
    """What notices the mutant."""
    meeting = [test for test in tests if mutant["number"] in test[3]]
    # Those that noticed another mutant of the file come first.
    meeting.sort(key=lambda test: (test[2] + 0.02) / (1 + killers[mutant["file"], test[1]]))
    for program, name, seconds, _ in meeting:
        output, status = run(program, [name], {"MUTANT": str(mutant["id"])}, 8 * seconds + 8)
        if status != 0:
            killers[mutant["file"], name] += 1
            return {"noticed": name, "by": "timeout" if status is None else "failure"}
    return {"noticed": None, "met_by": len(meeting)}


def main(directory, glob, *tests_of_domain):
    directory = Path(directory)
    copy, target = directory / "copy", directory / "target"
    directory.mkdir(parents=True, exist_ok=True)
    listed = subprocess.check_output(["cargo", "mutants", "--list", "--json", "--file", glob, *DOMAIN])
    mutants = [dict(mutant, id=number, state="new") for number, mutant in enumerate(json.loads(listed), 1)]
    shutil.rmtree(copy, ignore_errors=True)
    tracked = subprocess.check_output(["git", "ls-files", "-z"], text=True).split("\0")
    for file in filter(None, tracked):
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy / file)
    numbers = instrument(mutants, copy, target)
    branches = [mutant for mutant in mutants if mutant["state"] == "branch"]
    for mutant in branches:
        mutant["number"] = numbers[mutant["site"]]
    print(f"{len(branches)} of {len(mutants)} mutants are branches", flush=True)
    status, messages = cargo(copy, target, "test", "--no-run", *DOMAIN, *tests_of_domain)
    assert status == 0, "the tests do not compile"
    os.chdir(copy)
    programs = [message["executable"] for message in messages if message.get("executable") and message["profile"]["test"]]
    tests = coverage(programs, directory)
    print(f"{len(tests)} tests take {sum(test[2] for test in tests):.0f} s", flush=True)
    results, killers = directory / "results.jsonl", collections.Counter()
    done = {line["name"]: line for line in map(json.loads, results.read_text().splitlines())} if results.exists() else {}
    with results.open("a") as out:
        for mutant in branches:
            if mutant["name"] not in done:
                done[mutant["name"]] = {"name": mutant["name"], **tested(mutant, tests, killers)}
                out.write(json.dumps(done[mutant["name"]]) + "\n")
                out.flush()
    missed = [mutant["name"] for mutant in branches if done[mutant["name"]]["noticed"] is None]
    print(*missed, f"{len(branches) - len(missed)} of {len(branches)} mutants were noticed", sep="\n")
    return bool(missed)


sys.exit(main(*sys.argv[1:]))
