import { expect, test } from "vitest";
import { replaceReferences } from "../../../server/sandbox/store.ts";

const urls = new Map(["a.jpg", "a.jpg.webp", "ba.jpg", "constructor"].map((name) => [name, `http://s/${name}`]));

test.each([
  [`<img src="dummy-a.jpg">`, `<img src="http://s/a.jpg">`],
  [`dummy-a.jpg.webp`, `http://s/a.jpg.webp`],
  [`dummy-ba.jpg dummy-a.jpg`, `http://s/ba.jpg http://s/a.jpg`],
  [`srcset="dummy-a.jpg 1x, dummy-a.jpg.webp 2x"`, `srcset="http://s/a.jpg 1x, http://s/a.jpg.webp 2x"`],
  [`url(dummy-a.jpg)`, `url(http://s/a.jpg)`],
  [`"See dummy-a.jpg."`, `"See http://s/a.jpg."`],
  [`dummy-a.jpgx dummy-a.jpg-2.png dummy-toString dummy-`, `dummy-a.jpgx dummy-a.jpg-2.png dummy-toString dummy-`],
  [`dummy-constructor`, `http://s/constructor`],
])("%s becomes %s", (text, expected) => {
  expect(replaceReferences(text, urls)).toBe(expected);
});
