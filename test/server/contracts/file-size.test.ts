import { expect, it } from "vitest";
import { fileSize } from "../../../server/contracts/file-size.ts";

it.each([
  [1, "en", "1 byte"],
  [376, "en", "376 bytes"],
  [999, "en", "999 bytes"],
  [3_449, "en", "3.4 kB"],
  [12_600, "en", "13 kB"],
  [999_499, "en", "999 kB"],
  [999_500, "en", "1 MB"],
  [204_000_000, "en", "204 MB"],
  [1_500_000_000_000, "en", "1,500 GB"],
  [376, "ru", "376 байт"],
  [3_449, "ru", "3,4 кБ"],
  [3_449, "", "3.4 kB"],
  [3_449, "en-latin-latin", "3.4 kB"],
])("%i bytes in %j are %s", (bytes, lang, words) => {
  expect(fileSize(bytes, lang).replaceAll("\u00a0", " ")).toBe(words);
});
