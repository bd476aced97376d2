import { expect, test } from "vitest";
import { ownArguments } from "../../../main/arguments.ts";

const DRIVER = ["--no-sandbox", "--inspect=0", "--remote-debugging-port=0"];

test.each([
  ["a packaged app", ["/opt/Galley/galley", "--port", "9000", "--no-sandbox"], false, ["--port", "9000"]],
  ["a folder", ["electron", ".", "--port=9000"], true, ["--port=9000"]],
  ["a driven run", ["electron", ...DRIVER, "-r", "quiet.cjs", "/galley", "--port=9000"], true, ["--port=9000"]],
  ["macOS", ["/Applications/Galley.app/Contents/MacOS/Galley", "-psn_0_12345"], false, []],
  ["a flag that only begins like one of the runtime's", ["galley", "--language=de"], false, ["--language=de"]],
])("%s", (_, argv, isDefaultApp, own) => {
  expect(ownArguments(argv, isDefaultApp)).toEqual(own);
});
