import { expect, it } from "vitest";
import { gapsOf } from "../../../../renderer/console/fonts/gaps.ts";

const face = (weight: string, style = "normal") => ({ weight, style, stretch: "100%" });

it.each([
  ["a whole family", [face("400"), face("700"), face("400", "italic"), face("700", "italic")], []],
  ["a variable family", [face("100 900"), face("100 900", "italic")], []],
  ["Medium and Semibold", [face("500"), face("600"), face("500", "italic"), face("600", "italic")], []],
  [
    "Bold alone",
    [face("700")],
    [
      "Bold without Regular: plain text would be set in Bold.",
      "No italics: browsers would slant the upright letters themselves.",
    ],
  ],
  [
    "Regular alone",
    [face("400")],
    [
      "No Bold: browsers would thicken the letters of bold words themselves.",
      "No italics: browsers would slant the upright letters themselves.",
    ],
  ],
  [
    "no Bold italic",
    [face("400"), face("700"), face("400", "italic")],
    ["No Bold italic, though there are Bold and italics."],
  ],
  ["Bold italic alone", [face("400"), face("700"), face("700", "italic")], ["Bold italic without Regular italic."]],
  ["italics alone", [face("400", "italic")], ["Italics without upright letters: plain text would be set in italics."]],
  ["a slant axis from upright on", [face("100 900", "oblique 0deg 10deg")], []],
])("of %s says what is missing", (_name, faces, gaps) => {
  expect(gapsOf(faces).map(({ text }) => text)).toEqual(gaps);
});
