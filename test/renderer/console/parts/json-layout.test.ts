import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutJson } from "../../../../renderer/console/lib/words.ts";

describe("formatted JSON", () => {
  it("keeps numbers and key order as sent", () => {
    expect(layOutJson('{"b":9223372036854775807,"10":[10.0,1e400,-0],"2":{}}')).toBe(
      '{\n  "b": 9223372036854775807,\n  "10": [\n    10.0,\n    1e400,\n    -0\n  ],\n  "2": {}\n}',
    );
  });

  it("decodes escaped letters, but not line breaks", () => {
    expect(layOutJson('["\\u0413\\u0430", "a\\/b", "\\n"]')).toBe('[\n  "Га",\n  "a/b",\n  "\\n"\n]');
  });

  it("leaves other text unchanged", () => {
    for (const text of ["<h1>Sorry</h1>", '{"a": 1', "", "{'a': 1}"]) expect(layOutJson(text)).toBe(text);
  });

  it("matches JSON.stringify where that is lossless", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        const plain = JSON.stringify(value);
        expect(layOutJson(plain)).toBe(JSON.stringify(JSON.parse(plain), null, 2));
      }),
    );
  });
});
