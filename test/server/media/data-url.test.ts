import { expect, it } from "vitest";
import { dataUrlBytes } from "../../../server/media/restoring.ts";

it.each<[string, string, string | null]>([
  ["base64", "data:image/png;base64,aGFyYm91cg==", "harbour"],
  ["base64 with escapes", "data:;base64,aGFyYm91cg%3D%3D", "harbour"],
  ["escapes", "data:image/svg+xml,%3Csvg%2f%3e,a", "<svg/>,a"],
  ["non-ASCII letters, and percent signs that are not escapes", "data:,100%, Я%zz%4", "100%, Я%zz%4"],
  ["an empty URL", "data:,", ""],
  ["a URL without data", "data:image/png;base64", null],
])("reads %s", (_, url, text) => {
  expect(dataUrlBytes(url)?.toString() ?? null).toBe(text);
});
