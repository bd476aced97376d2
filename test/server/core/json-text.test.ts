import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonText, type Member, replaceMembers, stringify } from "../../../server/core/json-text.ts";
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

  it("agrees with JSON.parse", () => {
    fc.assert(
      fc.property(members, space, (all, s) => {
        const json = written(all, s);
        const read = new JsonText(json).members().map(([k, v]) => [k, JSON.parse(v)]);
        expect(Object.fromEntries(read)).toEqual(JSON.parse(json));
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

it("is inserted unchanged by stringify", () => {
  const given = new JsonText('{"2": 1.0, "1": 9223372036854775807}');
  expect(stringify({ a: 1, given, left: undefined, none: null })).toBe(`{"a":1,"given":${given.text},"none":null}`);
  expect(stringify([1])).toBe("[1]");
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

  it("takes linear time", () => {
    const length = 200_000;
    const texts = ['"'.repeat(length), '\\"'.repeat(length), '{"a":'.repeat(length), `"${"\\".repeat(length)}`];
    const seconds = cpuSecondsOf(() => {
      for (const each of texts) replaceMembers(each, never, String);
    });
    expect(seconds).toBeLessThan(2);
  });
});
