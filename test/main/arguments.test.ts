import { expect, test } from "vitest";
import { ownArguments } from "../../main/arguments.ts";

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

test.each([
  "--remote-debugging-port=9222",
  "--remote-debugging-pipe",
  "--remote-debugging-address=0.0.0.0",
  "--remote-allow-origins=*",
  "--inspect=0",
  "--inspect-brk",
  "--load-extension=/tmp/x",
  "--js-flags=--expose-gc",
  "--disable-web-security",
  "--host-rules=MAP * 10.0.0.7",
  "--renderer-cmd-prefix=/tmp/x",
])("a packaged app is not started with %s", (flag) => {
  expect(() => ownArguments(["galley", "--port", "9000", flag], false)).toThrow(
    `${flag.split("=")[0]} is a switch for debugging`,
  );
  expect(ownArguments(["electron", flag, "/galley", "--port=9000"], true)).toEqual(["--port=9000"]);
});

test("what Chromium adds by itself ends no start", () => {
  const added = ["--original-process-start-time=13400000000000000", "--allow-file-access-from-files"];
  expect(ownArguments(["galley", ...added, "--port=9000"], false)).toEqual(["--port=9000"]);
});
