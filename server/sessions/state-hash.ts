/**
 * Tells whether two `vms_json` are the same state: a site sends back what it was given, with its own clientUrls, its own
 * key order and, from PHP, `[]` for an empty map.
 */
import { createHash } from "node:crypto";

/** sha-256 (hex) of the state without `assets[*].clientUrl`, keys sorted, `[]` and `{}` taken for the same. */
export function stateHash(vmsJson: Record<string, unknown>): string {
  const assets = vmsJson.assets;
  const comparable = isMap(assets) ? { ...vmsJson, assets: mapValues(assets, withoutClientUrl) } : vmsJson;
  return createHash("sha256")
    .update(JSON.stringify(sorted(comparable)))
    .digest("hex");
}

function withoutClientUrl(entry: unknown): unknown {
  if (!isMap(entry)) return entry;
  const { clientUrl: _, ...rest } = entry;
  return rest;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(sorted);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapValues(map: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
