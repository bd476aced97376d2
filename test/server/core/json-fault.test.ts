import { expect, it } from "vitest";
import { findJsonFault } from "../../../server/core/json-fault.ts";

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
