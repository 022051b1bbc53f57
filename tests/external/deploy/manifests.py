"""Checks the Kubernetes manifests against the published schemas, against each other, and against the image and the settings.

`kubectl kustomize` renders the base with every combination of its components. kubernetes-validate contains the schemas
of Kubernetes; those of the custom resources come from the npm packages in crds/package.json.
"""

import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import kubernetes_validate
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
MANIFESTS = ROOT / "deploy" / "kubernetes"
COMPONENTS = sorted(path.name for path in (MANIFESTS / "components").iterdir())
# backoffLimitPerIndex is on by default since 1.29.
OLDEST = (1, 29)
VERSIONS = sorted(
    {
        match[1]
        for path in pathlib.Path(kubernetes_validate.__path__[0]).glob("kubernetes-json-schema/v*")
        if (match := re.match(r"v(\d+\.\d+)\.", path.name)) and tuple(map(int, match[1].split("."))) >= OLDEST
    },
    key=lambda version: tuple(map(int, version.split("."))),
)
CUSTOM = ("PodMonitor", "HTTPRoute")


def render(directory="", components=()):
    """The documents of a kustomization, with these components enabled."""
    with tempfile.TemporaryDirectory() as temporary:
        copy = pathlib.Path(temporary) / "kubernetes"
        shutil.copytree(MANIFESTS, copy)
        kustomization = copy / "kustomization.yaml"
        enabled = "components:\n" + "".join(f"  - components/{name}\n" for name in components)
        text = kustomization.read_text()
        assert "\ncomponents: []\n" in text
        kustomization.write_text(text.replace("components: []\n", enabled) if components else text)
        command = ["kubectl", "kustomize", copy / directory]
        return list(yaml.safe_load_all(subprocess.run(command, capture_output=True, text=True, check=True).stdout))


def by_kind(documents):
    return {document["kind"]: document for document in documents}


VARIANTS = {
    enabled: render(components=enabled)
    for count in range(len(COMPONENTS) + 1)
    for enabled in itertools.combinations(COMPONENTS, count)
}
JOB = render("batch")
everything = by_kind(VARIANTS[tuple(COMPONENTS)])
deployment = everything["Deployment"]["spec"]
pod = deployment["template"]["spec"]
container = pod["containers"][0]
settings = {variable["name"]: variable["value"] for variable in container["env"]}
job = by_kind(JOB)["Job"]["spec"]


def seconds(duration):
    return int(re.fullmatch(r"(\d+)s", duration)[1])


class Schemas(unittest.TestCase):
    def test_every_document_is_valid(self):
        for name, documents in {**VARIANTS, "batch": JOB}.items():
            for document in documents:
                for version in VERSIONS if document["kind"] not in CUSTOM else ():
                    with self.subTest(variant=name, kind=document["kind"], kubernetes=version):
                        kubernetes_validate.validate(document, version, strict=True)

    def test_a_misspelt_member_is_invalid(self):
        wrong = everything["Service"] | {"spec": everything["Service"]["spec"] | {"port": []}}
        for version in VERSIONS:
            with self.assertRaises(kubernetes_validate.ValidationError):
                kubernetes_validate.validate(wrong, version, strict=True)

    def test_every_custom_resource_is_valid(self):
        if not shutil.which("npm"):
            self.skipTest("npm, which provides the schemas of custom resources, is missing")
        here = pathlib.Path(__file__).parent / "crds"
        subprocess.run(["npm", "install", "--silent", "--no-package-lock", "--no-audit", "--no-fund"], cwd=here, check=True)

        def validate(resource):
            text, command = yaml.safe_dump(resource), ["node", "validate.mjs"]
            return subprocess.run(command, cwd=here, input=text, capture_output=True, text=True)

        for kind in CUSTOM:
            with self.subTest(kind=kind):
                run = validate(everything[kind])
                self.assertEqual(run.returncode, 0, run.stderr)
                wrong = everything[kind] | {"spec": {"podMetricsEndpoints": 1, "rules": 1}}
                self.assertNotEqual(validate(wrong).returncode, 0, "an invalid resource was accepted")


class Consistency(unittest.TestCase):
    def test_every_file_is_rendered(self):
        files = {path for path in MANIFESTS.rglob("*.yaml") if path.name not in ("kustomization.yaml", "sparkapplication.yaml")}
        self.assertEqual(len(files), len(VARIANTS[tuple(COMPONENTS)]) + len(JOB))
        for documents in (*VARIANTS.values(), JOB):
            for document in documents:
                namespaced = document["kind"] != "Namespace"
                self.assertEqual(document["metadata"].get("namespace"), "sudoku" if namespaced else None)

    def test_every_selector_matches_the_pods(self):
        labels = deployment["template"]["metadata"]["labels"]
        selectors = [
            deployment["selector"]["matchLabels"],
            everything["Service"]["spec"]["selector"],
            everything["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
            everything["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
            everything["PodMonitor"]["spec"]["selector"]["matchLabels"],
            *(spread["labelSelector"]["matchLabels"] for spread in pod["topologySpreadConstraints"]),
        ]
        for selector in selectors:
            self.assertTrue(selector.items() <= labels.items())
        target = everything["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"]
        self.assertEqual(target, everything["Deployment"]["metadata"]["name"])
        self.assertEqual(pod["serviceAccountName"], everything["ServiceAccount"]["metadata"]["name"])

    def test_every_port_exists_and_probes_use_the_admin_port(self):
        ports = {port["name"] for port in container["ports"]}
        for rule in everything["NetworkPolicy"]["spec"]["ingress"]:
            self.assertLessEqual({port["port"] for port in rule["ports"]}, ports)
            self.assertTrue(rule["from"], "a port is open to every namespace")
        self.assertIn(everything["Service"]["spec"]["ports"][0]["targetPort"], ports)
        for endpoint in everything["PodMonitor"]["spec"]["podMetricsEndpoints"]:
            self.assertIn(endpoint["port"], ports)
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            self.assertEqual(container[probe]["httpGet"]["port"], "admin")

    def test_metrics_are_scraped_once(self):
        for enabled, documents in VARIANTS.items():
            annotations = by_kind(documents)["Deployment"]["spec"]["template"]["metadata"].get("annotations", {})
            self.assertNotEqual("prometheus.io/scrape" in annotations, "pod-monitor" in enabled)

    def test_the_route_leads_to_the_service_and_does_not_limit_the_time_of_a_batch(self):
        service = everything["Service"]
        slash, rule = everything["HTTPRoute"]["spec"]["rules"]
        [match] = rule["matches"]
        self.assertEqual(match["path"], {"type": "PathPrefix", "value": "/sudoku"})
        self.assertEqual(slash["matches"][0]["path"], {"type": "Exact", "value": "/sudoku"})
        redirect = slash["filters"][0]["requestRedirect"]["path"]
        self.assertEqual(redirect, {"type": "ReplaceFullPath", "replaceFullPath": "/sudoku/"})
        rewrite = rule["filters"][0]["urlRewrite"]["path"]
        self.assertEqual(rewrite, {"type": "ReplacePrefixMatch", "replacePrefixMatch": "/"})
        [backend] = rule["backendRefs"]
        self.assertEqual(backend["name"], service["metadata"]["name"])
        self.assertEqual(backend["port"], service["spec"]["ports"][0]["port"])
        self.assertEqual(seconds(rule["timeouts"]["request"]), 0)

    def test_the_autoscaler_acts_before_an_instance_is_at_its_limit(self):
        metric = everything["HorizontalPodAutoscaler"]["spec"]["metrics"][0]["resource"]
        target = int(container["resources"]["requests"]["cpu"]) * metric["target"]["averageUtilization"] / 100
        self.assertLess(target, int(container["resources"]["limits"]["cpu"]) / 2)
        self.assertLess(target, 1, "an instance on a busy node gets no more than it requests")

    def test_requested_memory_equals_the_limit(self):
        for resources in (container["resources"], job["template"]["spec"]["containers"][0]["resources"]):
            self.assertEqual(resources["requests"]["memory"], resources["limits"]["memory"])

    def test_the_grace_period_covers_the_delay_and_the_drain(self):
        drain = seconds(settings["SUDOKU_DRAIN_DELAY"]) + seconds(settings["SUDOKU_DRAIN_TIMEOUT"])
        self.assertGreater(pod["terminationGracePeriodSeconds"], drain)

    def test_readiness_is_seen_within_the_drain_delay(self):
        probe = container["readinessProbe"]
        worst = probe["periodSeconds"] * probe["failureThreshold"] + probe["timeoutSeconds"]
        self.assertLessEqual(worst, seconds(settings["SUDOKU_DRAIN_DELAY"]))


class Spark(unittest.TestCase):
    application = yaml.safe_load((MANIFESTS / "batch" / "sparkapplication.yaml").read_text())

    def test_the_pods_meet_the_restricted_profile_of_the_namespace(self):
        namespace = everything["Namespace"]["metadata"]
        self.assertEqual(self.application["metadata"]["namespace"], namespace["name"])
        self.assertEqual(namespace["labels"]["pod-security.kubernetes.io/enforce"], "restricted")
        for role in ("driver", "executor"):
            with self.subTest(role=role):
                context = dict(self.application["spec"][role]["securityContext"])
                self.assertGreater(context.pop("runAsUser"), 0)
                restricted = {"runAsNonRoot": True, "allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
                self.assertEqual(context, restricted | {"seccompProfile": {"type": "RuntimeDefault"}})

    def test_the_job_knows_every_argument(self):
        known = re.findall(r'add_argument\("([\w-]+)"', (ROOT / "deploy" / "spark" / "solve.py").read_text())
        arguments = self.application["spec"]["arguments"]
        options = [argument.split("=")[0] for argument in arguments if argument.startswith("--")]
        self.assertLessEqual(set(options), set(known))
        self.assertEqual(len(arguments) - len(options), len([name for name in known if not name.startswith("--")]))


class Image(unittest.TestCase):
    def test_the_pods_meet_the_restricted_profile(self):
        for spec in (pod, job["template"]["spec"]):
            self.assertTrue(spec["securityContext"]["runAsNonRoot"])
            self.assertEqual(spec["securityContext"]["seccompProfile"], {"type": "RuntimeDefault"})
            self.assertEqual(
                spec["containers"][0]["securityContext"],
                {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}},
            )
            self.assertFalse(spec["automountServiceAccountToken"])

    def test_the_user_and_the_ports_are_those_of_the_image(self):
        image = (ROOT / "Dockerfile").read_text()
        for user in (pod["securityContext"], job["template"]["spec"]["securityContext"]):
            self.assertIn(f"\nUSER {user['runAsUser']}:{user['runAsGroup']}\n", image)
        ports = " ".join(str(port["containerPort"]) for port in container["ports"])
        self.assertIn(f"\nEXPOSE {ports}\n", image)

    def test_every_image_has_the_version_of_the_package(self):
        version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1]
        for spec in (pod, job["template"]["spec"]):
            self.assertEqual(spec["containers"][0]["image"].rpartition(":")[2], version)


class Settings(unittest.TestCase):
    def help(self, *arguments):
        return subprocess.run([binary, *arguments, "--help"], capture_output=True, text=True, check=True).stdout

    def test_every_setting_named_in_deploy_and_the_image_exists(self):
        known = set(re.findall(r"SUDOKU_[A-Z]\w*", self.help()))
        for path in [ROOT / "Dockerfile", *filter(pathlib.Path.is_file, (ROOT / "deploy").rglob("*"))]:
            with self.subTest(file=path.name):
                named = set(re.findall(r"SUDOKU_[A-Z]\w*", path.read_text())) - {"SUDOKU_PORT", "SUDOKU_SERVICE"}
                self.assertLessEqual(named, known)

    def test_every_option_of_the_job_exists_and_its_shards_are_its_completions(self):
        arguments = job["template"]["spec"]["containers"][0]["args"]
        options = [argument.split("=")[0] for argument in arguments if argument.startswith("--")]
        help = self.help(arguments[0])
        for option in options:
            self.assertIn(f" {option}", help)
        self.assertIn(f"--shard=$(SHARD)/{job['completions']}", arguments)
        cores = job["parallelism"] * int(job["template"]["spec"]["containers"][0]["resources"]["limits"]["cpu"])
        self.assertIn(f" {job['completions']} shards on {cores} cores ", (ROOT / "deploy" / "README.md").read_text())

    def test_the_outputs_of_the_job_are_the_answers_to_the_whole_file(self):
        puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        with tempfile.TemporaryDirectory() as data:
            puzzles = pathlib.Path(data) / "puzzles.txt"
            puzzles.write_text(f"{puzzle}\n# a comment\nbad\n" * 50)
            for _ in ("once", "and again, which does nothing"):
                for shard in range(job["completions"]):
                    arguments = job["template"]["spec"]["containers"][0]["args"]
                    arguments = [argument.replace("$(SHARD)", str(shard)).replace("/data", data) for argument in arguments]
                    subprocess.run([binary, *arguments], stderr=subprocess.DEVNULL, check=True)
            parts = [(pathlib.Path(data) / f"solutions-{shard}.txt").read_text() for shard in range(job["completions"])]
            command = [binary, "solve", "--problems-ok", puzzles]
            whole = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        without_numbers = lambda text: re.sub(r" line \d+", "", text)
        self.assertEqual(without_numbers("".join(parts)), without_numbers(whole))
        self.assertEqual(whole.count("\n"), 100)


if __name__ == "__main__":
    binary = sys.argv.pop(1)
    unittest.main()
