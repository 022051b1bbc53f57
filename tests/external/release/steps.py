"""Runs the shell steps of release.yml that one machine can run, each twice, with programs in place of the services that they
talk to. The second time, everything is there already.

    steps.py TREE    TREE is a checkout whose Cargo.toml names REPOSITORY
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

REPOSITORY = "https://github.com/Example/sudoku-service"
WORKFLOW = yaml.safe_load((pathlib.Path(__file__).parents[3] / ".github" / "workflows" / "release.yml").read_text())
COMMIT = "0123456789abcdef0123456789abcdef01234567"

# Each prints its arguments to `calls`. `state` holds what the service of its name has.
FAKES = {
    "docker": """[[ $1 == login ]] && cat >/dev/null
[[ $* == *inspect* ]] && echo digest=sha256:1234
exit 0""",
    "pipx": "exit 0",
    "git": f"""[[ $1 == rev-parse ]] && echo {COMMIT}
[[ $1 == log ]] && echo 2026-01-01T00:00:00Z
exit 0""",
    "gh": """case $2 in
    view)
        [[ -e $state/page ]] || exit 1
        [[ $* != *isDraft* ]] || cat "$state/page" ;;
    create) echo true >"$state/page" ;;
    edit) echo false >"$state/page" ;;
esac""",
    "cargo": """case $1 in
    metadata) exec "$cargo" "$@" ;;
    publish) git rev-parse HEAD >"$state/crate" ;;
    info)
        [[ -e $state/crate ]] || { echo "error: could not find it"; exit 101; }
        crate=${@: -1}
        mkdir -p "$CARGO_HOME/registry/cache/x" "$state/${crate/@/-}"
        echo "{\\"git\\":{\\"sha1\\":\\"$(cat "$state/crate")\\"}}" >"$state/${crate/@/-}/.cargo_vcs_info.json"
        tar -czf "$CARGO_HOME/registry/cache/x/${crate/@/-}.crate" -C "$state" "${crate/@/-}" ;;
esac""",
    "curl": """case ${@: -1} in
    *token-request*) echo '{"value":"identity"}' ;;
    */auth/github-oidc) [[ $* == *'"oidc_token": "identity"'* ]] && echo '{"registry_token":"token"}' ;;
    */publish) [[ $* == *"Bearer token"* ]] && jq -r '.name, .version' server.json >"$state/registry" ;;
    */servers/io.github.Example%2Fsudoku-service/versions/*) [[ -e $state/registry ]] || exit 22 ;;
    *) exit 3 ;;
esac""",
}


class Steps(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)
        self.tree = self.work / "tree"
        shutil.copytree(TREE, self.tree)
        (self.work / "bin").mkdir()
        self.state = self.work / "state"
        self.state.mkdir()
        for name, text in FAKES.items():
            program = self.work / "bin" / name
            program.write_text(f'#!/usr/bin/env bash\nprintf "%s\\n" "{name} $*" >>"$calls"\n{text}\n')
            program.chmod(0o755)

    def run_step(self, name, status=0):
        """Runs the step of this name, checks its status and returns the commands that it gave to the programs above."""
        [(job, step)] = [(job, step) for job in WORKFLOW["jobs"].values() for step in job.get("steps", ()) if step.get("name") == name]
        calls = self.work / "calls"
        calls.write_text("")
        declared = {variable: "" for variable in {**job.get("env", {}), **step.get("env", {})}}
        environment = {
            **os.environ,
            **declared,
            "PATH": f"{self.work / 'bin'}:{os.environ['PATH']}",
            "cargo": shutil.which("cargo"),
            "calls": str(calls),
            "state": str(self.state),
            "PLATFORM": "amd64",
            "GITHUB_ACTOR": "somebody",
            "GITHUB_OUTPUT": str(self.work / "output"),
            "GITHUB_REF_NAME": f"v{VERSION}",
            "GITHUB_REPOSITORY": "Example/sudoku-service",
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_SHA": COMMIT,
            "ACTIONS_ID_TOKEN_REQUEST_URL": "https://localhost/token-request?x=1",
            "ACTIONS_ID_TOKEN_REQUEST_TOKEN": "",
        }
        # As the runner does for `shell: bash`.
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        ran = subprocess.run(command, cwd=self.tree, env=environment, capture_output=True, text=True)
        self.assertEqual(ran.returncode, status, f"{name}: {ran.stdout}{ran.stderr}")
        return calls.read_text().splitlines()

    def image(self, tag):
        return f"ghcr.io/example/sudoku-service:{tag}"

    def test_the_tag_is_checked(self):
        for _ in range(2):
            self.run_step("Check the tag, the changelog and the repository's name")
        manifest = self.tree / "Cargo.toml"
        manifest.write_text(manifest.read_text().replace(REPOSITORY, "https://github.com/Example/other"))
        self.run_step("Check the tag, the changelog and the repository's name", status=1)

    def test_the_image_has_its_labels(self):
        first = self.run_step("Build the image of a platform")
        self.assertEqual(self.run_step("Build the image of a platform"), first)
        [build] = [call for call in first if "buildx build" in call]
        self.assertIn(f"--tag {self.image(VERSION)}-amd64 ", build)
        server = json.loads(subprocess.run([self.tree / ".ci/server-json"], capture_output=True, check=True).stdout)
        self.assertIn(f"--label io.modelcontextprotocol.server.name={server['name']} ", build)
        self.assertIn(f"--label org.opencontainers.image.source={REPOSITORY} ", build)
        self.assertIn(self.image(VERSION), [package["identifier"] for package in server["packages"]])

    def test_the_images_get_their_tags(self):
        first = self.run_step("Tag the images")
        self.assertEqual(self.run_step("Tag the images"), first)
        [create] = [call for call in first if "imagetools create" in call]
        for tag in (VERSION, VERSION.rpartition(".")[0], "latest"):
            self.assertIn(f"--tag={self.image(tag)} ", create)
        self.assertIn(f"{self.image(VERSION)}-amd64 {self.image(VERSION)}-arm64", create)
        self.assertIn("digest=sha256:1234", (self.work / "output").read_text())

    def test_the_crate_is_published_once_and_from_this_commit(self):
        published = lambda status=0: [call for call in self.run_step("Publish the crate", status) if "publish" in call]
        self.assertEqual(published(), ["cargo publish --locked --no-verify"])
        self.assertEqual(published(), [])
        (self.state / "crate").write_text("another commit")
        self.assertEqual(published(status=1), [])

    def test_the_wheels_are_uploaded(self):
        (self.tree / "wheels").mkdir()
        (self.tree / "wheels" / "a.whl").touch()
        for _ in range(2):
            [upload] = self.run_step("Publish the wheels")
            self.assertTrue(upload.endswith("wheels/a.whl"), upload)

    def test_the_checksums_are_those_of_the_archives(self):
        dist = self.tree / "dist"
        dist.mkdir()
        (dist / "a.tar.gz").write_text("a")
        for _ in range(2):
            self.run_step("Write the checksums")
            subprocess.run(["sha256sum", "--quiet", "--check", "SHA256SUMS"], cwd=dist, check=True)
            self.assertEqual((dist / "SHA256SUMS").read_text().count("\n"), 1)

    def test_the_page_is_a_draft_until_it_has_every_file_and_then_stays(self):
        (self.tree / "dist").mkdir()
        (self.tree / "dist" / "a.tar.gz").touch()
        changes = lambda: [call.split()[2] for call in self.run_step("Release the archives") if call.split()[2] != "view"]
        self.assertEqual(changes(), ["create", "upload", "edit"])
        self.assertEqual(changes(), [])
        # After a failure between the two.
        (self.state / "page").write_text("true\n")
        self.assertEqual(changes(), ["upload", "edit"])

    def test_the_protocols_registry_gets_each_version_once(self):
        published = lambda: [call for call in self.run_step("Publish server.json") if call.endswith("/publish")]
        self.assertEqual(len(published()), 1)
        self.assertEqual((self.state / "registry").read_text().split(), ["io.github.Example/sudoku-service", VERSION])
        self.assertEqual(published(), [])


class Order(unittest.TestCase):
    def test_nothing_is_public_before_the_crate_and_what_stays_comes_last(self):
        """Whatever a job needs, directly or not, comes before it."""
        needs = lambda job: [WORKFLOW["jobs"][job].get("needs", [])] if isinstance(WORKFLOW["jobs"][job].get("needs"), str) else WORKFLOW["jobs"][job].get("needs", [])
        before = lambda job: {job}.union(*(before(needed) for needed in needs(job)))
        order = ["crate", "images", "wheels", "page", "registry"]
        for job, later in zip(order, order[1:]):
            self.assertIn(job, before(later))
        self.assertLessEqual({"check", "change", "night", "binary", "image"}, before("crate"))


if __name__ == "__main__":
    TREE = pathlib.Path(sys.argv.pop(1))
    VERSION = next(line.split('"')[1] for line in (TREE / "Cargo.toml").read_text().splitlines() if line.startswith("version = "))
    unittest.main()
