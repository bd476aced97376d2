/** Mutations of values, texts and bytes. */
import type { Chance } from "../../../support/chance.ts";

/** Texts that often break software. */
const TEXTS: readonly string[] = [
  ..."null undefined __proto__ constructor prototype toString hasOwnProperty".split(" "),
  ..."../../../../etc/passwd ..%2f..%2fgalley.db %00 %zz %ff%fe % %F0%9F%98%80".split(" "),
  ..."javascript:alert(1) file:///etc/passwd http://169.254.169.254/latest/meta-data/".split(" "),
  ..."-0 1e400 9223372036854775807 00000000-0000-0000-0000-000000000000 {{7*7}}".split(" "),
  "",
  " ",
  "\0",
  "\r\nX-Injected: 1\r\n\r\n",
  "\nSet-Cookie: injected=1",
  "http://localhost:9/\r\nX-Injected: 1",
  "http://user:password@localhost:9/",
  "'; DROP TABLE sessions; --",
  '" OR 1=1 --',
  "<script>alert(1)</script>",
  "\ud800",
  "\u202e\u0000\ufeff",
  "İıſK",
  "😀".repeat(300),
  "a".repeat(5_000),
  "é".repeat(1_025),
  "9".repeat(400),
];

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  [],
  {},
  [[[[[]]]]],
  { polluted: "canary" },
  { constructor: { prototype: { polluted: "canary" } } },
  { $ref: "#" },
  [null],
];

export function mutationsBy(chance: Chance) {
  const anyText = (): string =>
    chance.happens(0.8) ? chance.pick(TEXTS) : chance.bytes(chance.below(40)).toString("latin1");

  function anyValue(depth = 3): unknown {
    if (depth === 0 || chance.happens(0.5)) return chance.happens(0.5) ? anyText() : chance.pick(VALUES);
    const size = chance.below(4);
    if (chance.happens(0.5)) return Array.from({ length: size }, () => anyValue(depth - 1));
    return Object.fromEntries(Array.from({ length: size }, () => [anyText(), anyValue(depth - 1)]));
  }

  /** Replaces, removes, duplicates or renames some parts of a value. */
  function mutated(value: unknown): unknown {
    if (chance.happens(0.15)) return anyValue();
    if (Array.isArray(value)) {
      const items = value.map((item) => (chance.happens(0.5) ? mutated(item) : item));
      if (chance.happens(0.2)) items.push(anyValue());
      if (chance.happens(0.1)) items.splice(chance.below(items.length + 1), 1);
      return items;
    }
    if (typeof value === "object" && value !== null) {
      const entries = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
        if (chance.happens(0.05)) return [];
        if (chance.happens(0.05)) return [[anyText(), each]];
        return [[key, chance.happens(0.35) ? mutated(each) : each]];
      });
      if (chance.happens(0.2)) entries.push([anyText(), anyValue()]);
      return Object.fromEntries(entries);
    }
    return chance.happens(0.6) ? anyValue() : value;
  }

  /** JSON of a mutated value, sometimes invalid, sometimes with a `__proto__` key or duplicate keys. */
  function mutatedJson(value: unknown): Buffer {
    let text = JSON.stringify(chance.happens(0.5) ? mutated(value) : value) ?? "";
    if (chance.happens(0.1)) text = text.replace("{", '{"__proto__":{"polluted":"canary"},');
    if (chance.happens(0.05)) text = text.replace(/"(\w+)":/, '"$1":1,"$1":');
    if (chance.happens(0.05)) text = "[".repeat(chance.below(400)) + text;
    const bytes = Buffer.from(text);
    return chance.happens(0.12) ? scrambled(bytes) : bytes;
  }

  /** Replaces, removes, duplicates or inserts a few bytes. */
  function scrambled(bytes: Buffer): Buffer {
    let result = bytes;
    for (let times = 1 + chance.below(3); times > 0; times--) {
      const at = chance.below(result.length + 1);
      const length = chance.below(Math.min(40, result.length - at) + 1);
      const [before, part] = [result.subarray(0, at), result.subarray(at, at + length)];
      const after = result.subarray(at + length);
      const changes = [
        () => [before, chance.bytes(length), after],
        () => [before, after],
        () => [before, part, part, after],
        () => [before, Buffer.from(anyText()), part, after],
        () => [before],
      ];
      result = Buffer.concat(chance.pick(changes)());
    }
    return result;
  }

  return { anyText, anyValue, mutated, mutatedJson, scrambled };
}
