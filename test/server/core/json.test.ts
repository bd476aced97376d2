import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "../../../server/core/json-fault.ts";
import { findStructureFault } from "../../../server/core/json-structure.ts";
import { JsonText, type Member, replaceMembers } from "../../../server/core/json-text.ts";
import { runs } from "../../support/chance.ts";
import { cpuSecondsOf } from "../../support/proc.ts";

const space = fc.constantFrom("", " ", "\n", "\t ", "\r\n  ");
const number = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(fc.constant("0"), fc.bigInt({ min: 1n, max: 10n ** 25n }).map(String)),
    fc.constantFrom("", ".0", ".10", ".5"),
    fc.constantFrom("", "e400", "E-7", "e+2"),
  )
  .map((parts) => parts.join(""));
const text = fc.oneof(
  fc.string({ unit: "binary" }).map((value) => JSON.stringify(value)),
  fc.constantFrom('"\\ud800"', '"\\/"', '"\\\\"', '"\\""', '"],}{[,:"', '"\\u0041"'),
);
const key = fc.oneof(
  fc.string(),
  fc.constantFrom("10", "2", "__proto__", "constructor", "a", 'quoted"', "back\\slash"),
);

/** Any JSON, with white space. */
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("true", "false", "null", "[]", "{ }"),
    number,
    text,
    fc.tuple(space, fc.array(tie("value"), { maxLength: 4 })).map(([s, all]) => `[${s}${all.join(`${s},${s}`)}${s}]`),
    fc
      .tuple(space, fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }))
      .map(([s, all]) => `{${s}${all.map(([k, v]) => `${JSON.stringify(k)}${s}:${s}${v}`).join(`${s},${s}`)}${s}}`),
  ),
}));
const members = fc.array(fc.tuple(key, value), { maxLength: 8 });
const written = (all: [string, string][], s: string) =>
  `${s}{${s}${all.map(([k, v]) => `${JSON.stringify(k)}${s}:${s}${v}`).join(`${s},${s}`)}${s}}${s}`;

describe("members", () => {
  it("returns the members in order; a repeated key has its first place and its last value", () => {
    fc.assert(
      fc.property(members, space, (all, s) => {
        expect(new JsonText(written(all, s)).members()).toEqual([...new Map(all)]);
      }),
    );
  });

  it("returns what ofMembers was given", () => {
    fc.assert(
      fc.property(members, (all) => {
        const once = [...new Map(all)] as Member[];
        expect(JsonText.ofMembers(once).members()).toEqual(once);
      }),
    );
  });

  it("returns no members for values other than objects", () => {
    for (const json of ["[]", "1", '"{}"', "null", "[{}]"]) expect(new JsonText(json).members()).toEqual([]);
  });
});

it("finds a member by an escaped name, and only top-level members", () => {
  const json = new JsonText('{"na\\u006de":"\\u0041","other":{"title":1}}');
  expect(json.member("name")?.text).toBe('"\\u0041"');
  expect(json.member("title")).toBeNull();
  expect(json.member("absent")).toBeNull();
});

it("replaces values in place and appends new members", () => {
  const given = new JsonText('{"b": 1.0, "a": 2, "10": 3.0}');
  expect(given.with({ a: "x", c: null }).text).toBe('{"b":1.0,"a":"x","10":3.0,"c":null}');
});

it("keeps numbers as written in JSON.stringify, at any depth", () => {
  fc.assert(
    fc.property(number, (each) => {
      const json = new JsonText(`{"a":[{"b":${each}}]}`);
      expect(JSON.stringify({ deep: { json } })).toBe(`{"deep":{"json":${json.text}}}`);
    }),
  );
});

describe("replaceMembers", () => {
  const [always, never] = [() => true, () => false];
  const isA = (name: string) => name === "a";

  it("replaces only the values of matching names, at any depth", () => {
    fc.assert(
      fc.property(value, (json) => {
        const replaced = replaceMembers(json, isA, () => '"new"');
        const expected = JSON.parse(json, function (name, each) {
          return name === "a" && !Array.isArray(this) ? "new" : each;
        });
        expect(JSON.parse(replaced)).toEqual(expected);
        expect(replaceMembers(json, never, String)).toBe(json);
      }),
    );
  });

  it("terminates for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', "\\", ":", "{", "}", "[", "]", ",", " ", "a") }), (any) => {
        expect(replaceMembers(any, always, String)).toBe(any);
      }),
    );
  });

  it("takes linear time", async () => {
    const length = 200_000;
    const texts = ['"'.repeat(length), '\\"'.repeat(length), '{"a":'.repeat(length), `"${"\\".repeat(length)}`];
    const seconds = await cpuSecondsOf(() => {
      for (const each of texts) replaceMembers(each, never, String);
    });
    expect(seconds).toBeLessThan(2);
  });
});

it.each([
  ['{"rc": 1, "rm": "", "data": {"a": [1, -2.5e3, true, null, []], "b": {}}}', null],
  [' "text" ', null],
  ["0", null],
  ["<!doctype html>", 0],
  ['{"rc": 1', 8],
  ["", 0],
  ['{"rc": 1,}', 9],
  ['{"rc": 1} Warning: x', 10],
  ["{'rc': 1}", 1],
  ['{"rc" 1}', 6],
  ["[1 2]", 3],
  ["[01]", 2],
  ['"a\nb"', 2],
  ['"a\\x"', 2],
  ["[1,]", 3],
  ["{}}", 2],
  ["nul", 0],
])("finds the first fault of %j at %j", (text, at) => {
  expect(findJsonFault(text)).toBe(at);
});

it("agrees with JSON.parse wherever valid JSON is truncated or loses a character", () => {
  const good = '{"a": [1, 2.5, "x\\u00e9\\n", {"b": null, "c": false}], "d": -1e-3}';
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  for (let at = 0; at < good.length; at++)
    for (const text of [good.slice(0, at), good.slice(0, at) + good.slice(at + 1)])
      expect([text, findJsonFault(text) === null]).toEqual([text, isJson(text)]);
});

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
