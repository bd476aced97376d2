import { expect, it } from "vitest";
import { gapsOf } from "../../../../renderer/console/fonts/words.ts";

const face = (weight: string, style = "normal") => ({ weight, style, stretch: "100%" });

it.each([
  ["a complete family", [face("400"), face("700"), face("400", "italic"), face("700", "italic")], []],
  ["a variable family", [face("100 900"), face("100 900", "italic")], []],
  ["Medium and Semibold", [face("500"), face("600"), face("500", "italic"), face("600", "italic")], []],
  ["Bold alone", [face("700")], ["No Regular: plain text would be set in Bold.", "No Italic: browsers synthesize it."]],
  ["Regular alone", [face("400")], ["No Bold: browsers synthesize it.", "No Italic: browsers synthesize it."]],
  ["italics alone", [face("400", "italic")], ["Italic only: plain text would be set in italics."]],
  ["a slant axis that starts upright", [face("100 900", "oblique 0deg 10deg")], []],
])("lists the missing faces of %s", (_name, faces, gaps) => {
  expect(gapsOf(faces)).toEqual(gaps);
});
