// Validates the custom resource on standard input against its published schema.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { HTTPRoute } from "@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";

const resource = parse(readFileSync(0, "utf8"));
const Model = { HTTPRoute, PodMonitor }[resource.kind];
new Model(resource).validate();
