/** Depth, values and keys are counted before the text is parsed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findStructureFault } from "../../../server/core/json-structure.ts";
import { runs } from "../../support/chance.ts";

const ANY = Number.POSITIVE_INFINITY;
const find = (text: string, limits: Partial<Record<"depth" | "parts" | "keys", number>>) =>
  findStructureFault(Buffer.from(text), { depth: ANY, parts: ANY, keys: ANY, ...limits });

/** Computes the expected counts from the parsed value. */
function count(value: unknown): { depth: number; parts: number; keys: Set<string> } {
  const keys = new Set<string>();
  const walk = (at: unknown): { depth: number; parts: number } => {
    if (typeof at !== "object" || at === null) return { depth: 0, parts: 0 };
    const children = Array.isArray(at) ? at : Object.values(at);
    if (!Array.isArray(at)) for (const key of Object.keys(at)) keys.add(key);
    const below = children.map(walk);
    const own = 1 + Math.max(0, children.length - 1) + (Array.isArray(at) ? 0 : children.length);
    return {
      depth: 1 + Math.max(0, ...below.map(({ depth }) => depth)),
      parts: own + below.reduce((sum, { parts }) => sum + parts, 0),
    };
  };
  return { ...walk(value), keys };
}

describe("findStructureFault", () => {
  it("counts depth and parts exactly, and keys almost always, for any strings", () => {
    let uncounted = 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }), fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { depth, parts, keys } = count(JSON.parse(text));
        expect(find(text, { depth, parts, keys: keys.size })).toBeNull();
        if (depth > 0) expect(find(text, { depth: depth - 1 })).toMatchObject({ kind: "depth" });
        if (parts > 0) expect(find(text, { parts: parts - 1 })).toMatchObject({ kind: "parts" });
        const tooMany = keys.size > 0 ? find(text, { keys: keys.size - 1 }) : undefined;
        if (tooMany === null) uncounted += 1;
        else if (tooMany !== undefined) expect(tooMany.kind).toBe("keys");
      }),
      { seed: 20261121, numRuns: runs(200, 500) },
    );
    // Two keys count as one when their hashes, which have a random seed, are equal.
    expect(uncounted).toBeLessThanOrEqual(5);
  });

  it.each([
    ['["\\"[[[[", []]', { depth: 2 }, null],
    ['["\\\\", [[]]]', { depth: 2 }, { kind: "depth", offset: 8 }],
    ["[[[[", { depth: 3 }, { kind: "depth", offset: 3 }],
    ["[1,2,3]", { parts: 2 }, { kind: "parts", offset: 4 }],
    ['{"a":1,"b":2,"a":3}', { keys: 2 }, null],
    ['{"a":1,"b":2,"c":3}', { keys: 2 }, { kind: "keys", offset: 16 }],
    ['"never ends [[[[\\', { depth: 0 }, null],
    ["]]]][", { depth: 1 }, null],
  ])("for %s with %o returns %o", (text, limits, fault) => {
    expect(find(text, limits)).toEqual(fault);
  });

  it("mistakes a new key for a known one only rarely", () => {
    const text = `{${Array.from({ length: 11_000 }, (_, n) => `"key ${n}":1`).join(",")}}`;
    expect(find(text, { keys: 10_000 })).toMatchObject({ kind: "keys" });
  });
});
