"""Holds deploy/ to the Kubernetes schemas, to itself, and to the settings that the service really has.

Needs `kubernetes-validate`, which brings the schemas along. Run by tests/external/deploy/run, with the service's binary as argument.
"""

import pathlib
import re
import subprocess
import sys
import unittest

import kubernetes_validate
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
MANIFESTS = ROOT / "deploy" / "kubernetes"
# matchLabelKeys in a topology spread and unhealthyPodEvictionPolicy came with 1.27.
VERSIONS = ("1.27", "1.37")

documents = {
    path.name: list(yaml.safe_load_all(path.read_text()))
    for path in sorted(MANIFESTS.glob("*.yaml"))
    if path.name != "kustomization.yaml"
}
by_kind = {document["kind"]: document for found in documents.values() for document in found}
pod = by_kind["Deployment"]["spec"]["template"]["spec"]
container = pod["containers"][0]
settings = {variable["name"]: variable["value"] for variable in container["env"]}


def seconds(duration):
    return int(re.fullmatch(r"(\d+)s", duration)[1])


class Manifests(unittest.TestCase):
    def test_every_document_fits_its_schema(self):
        for name, found in documents.items():
            for document in found:
                for version in VERSIONS:
                    with self.subTest(file=name, kubernetes=version):
                        kubernetes_validate.validate(document, version, strict=True)

    def test_the_schemas_refuse_a_misspelt_member(self):
        wrong = by_kind["Service"] | {"spec": by_kind["Service"]["spec"] | {"port": []}}
        with self.assertRaises(kubernetes_validate.ValidationError):
            kubernetes_validate.validate(wrong, VERSIONS[-1], strict=True)

    def test_the_kustomization_names_every_file(self):
        kustomization = yaml.safe_load((MANIFESTS / "kustomization.yaml").read_text())
        self.assertEqual(sorted(kustomization["resources"]), sorted(documents))
        self.assertEqual(kustomization["images"][0]["name"], container["image"])
        self.assertEqual(kustomization["namespace"], by_kind["Namespace"]["metadata"]["name"])

    def test_everything_selects_the_pods_of_the_deployment(self):
        labels = by_kind["Deployment"]["spec"]["template"]["metadata"]["labels"]
        selectors = [
            by_kind["Deployment"]["spec"]["selector"]["matchLabels"],
            by_kind["Service"]["spec"]["selector"],
            by_kind["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
            by_kind["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
            *(spread["labelSelector"]["matchLabels"] for spread in pod["topologySpreadConstraints"]),
        ]
        for selector in selectors:
            self.assertTrue(selector.items() <= labels.items())
        self.assertEqual(
            by_kind["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"],
            by_kind["Deployment"]["metadata"]["name"],
        )
        self.assertEqual(pod["serviceAccountName"], by_kind["ServiceAccount"]["metadata"]["name"])

    def test_named_ports_exist_and_probes_ask_the_admin_port(self):
        ports = {port["name"] for port in container["ports"]}
        for rule in by_kind["NetworkPolicy"]["spec"]["ingress"]:
            self.assertLessEqual({port["port"] for port in rule["ports"]}, ports)
        self.assertIn(by_kind["Service"]["spec"]["ports"][0]["targetPort"], ports)
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            self.assertEqual(container[probe]["httpGet"]["port"], "admin")

    def test_the_grace_period_covers_the_delay_and_the_drain(self):
        drain = seconds(settings["SUDOKU_DRAIN_DELAY"]) + seconds(settings["SUDOKU_DRAIN_TIMEOUT"])
        self.assertGreater(pod["terminationGracePeriodSeconds"], drain)

    def test_readiness_is_seen_within_the_drain_delay(self):
        probe = container["readinessProbe"]
        worst = probe["periodSeconds"] * probe["failureThreshold"] + probe["timeoutSeconds"]
        self.assertLessEqual(worst, seconds(settings["SUDOKU_DRAIN_DELAY"]))

    def test_the_pod_meets_the_restricted_profile(self):
        self.assertTrue(pod["securityContext"]["runAsNonRoot"])
        self.assertEqual(pod["securityContext"]["seccompProfile"], {"type": "RuntimeDefault"})
        self.assertEqual(
            container["securityContext"],
            {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}},
        )
        self.assertFalse(pod["automountServiceAccountToken"])

    def test_the_user_and_the_ports_are_those_of_the_image(self):
        image = (ROOT / "Dockerfile").read_text()
        user = pod["securityContext"]
        self.assertIn(f"\nUSER {user['runAsUser']}:{user['runAsGroup']}\n", image)
        ports = " ".join(str(port["containerPort"]) for port in container["ports"])
        self.assertIn(f"\nEXPOSE {ports}\n", image)


class Settings(unittest.TestCase):
    def test_every_setting_named_in_deploy_and_the_image_exists(self):
        known = set(
            re.findall(
                r"SUDOKU_\w+", subprocess.run([binary, "--help"], capture_output=True, text=True, check=True).stdout
            )
        )
        for path in [ROOT / "Dockerfile", *filter(pathlib.Path.is_file, (ROOT / "deploy").rglob("*"))]:
            with self.subTest(file=path.name):
                named = set(re.findall(r"SUDOKU_\w+", path.read_text())) - {"SUDOKU_PORT"}
                self.assertLessEqual(named, known)


if __name__ == "__main__":
    binary = sys.argv.pop(1)
    unittest.main()
