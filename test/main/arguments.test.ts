import { expect, test } from "vitest";
import { readArguments } from "../../main/arguments.ts";

const DRIVER = ["--no-sandbox", "--inspect=0", "--remote-debugging-port=0"];

const ownArguments: [string, string[], boolean, string[]][] = [
  ["a packaged app", ["/opt/Galley/galley", "--port", "9000", "--no-sandbox"], false, ["--port", "9000"]],
  ["a folder", ["electron", ".", "--port=9000"], true, ["--port=9000"]],
  ["a driven run", ["electron", ...DRIVER, "-r", "quiet.cjs", "/galley", "--port=9000"], true, ["--port=9000"]],
  ["macOS", ["/Applications/Galley.app/Contents/MacOS/Galley", "-psn_0_12345"], false, []],
  [
    "a command, with all flags after its name",
    ["galley", "--ozone-platform=headless", "--no-sandbox", "backup", "--file=x.galley", "--keep"],
    false,
    ["backup", "--file=x.galley", "--keep"],
  ],
  ["short flags", ["galley", "-v", "--help"], false, ["-v", "--help"]],
];
test.each(ownArguments)("finds Galley's own arguments of %s", (_, argv, isDefaultApp, own) => {
  expect(readArguments(argv, isDefaultApp).own).toEqual(own);
});

test.each([
  "--remote-debugging-port=9222",
  "--remote-debugging-pipe",
  "--remote-debugging-address=0.0.0.0",
  "--remote-allow-origins=*",
  "-remote-debugging-port=9222",
  "/remote-debugging-port=9222",
  "--Remote-Debugging-Port=9222",
  "--inspect=0",
  "--inspect-brk",
  "--require",
  "-r",
  "--load-extension=/tmp/x",
  "--js-flags=--expose-gc",
  "--disable-web-security",
  "--ignore-certificate-errors",
  "--ssl-key-log-file=/tmp/x",
  "--host-rules=MAP * 10.0.0.7",
  "--renderer-cmd-prefix=/tmp/x",
])("refuses to start a packaged app with %s", (flag) => {
  for (const args of [
    ["--port", "9000", flag],
    ["serve", flag],
  ])
    expect(() => readArguments(["galley", ...args], false)).toThrow(`${flag.split("=")[0]} is a debugging switch`);
});

test("ignores debugging switches in development", () => {
  expect(readArguments(["electron", ...DRIVER, "/galley", "--inspect=0", "--port=1"], true).own).toEqual(["--port=1"]);
});

test("ignores unknown switches of Chromium, and lists them without their values", () => {
  const added = [
    "--original-process-start-time=134000",
    "--a-switch-of-next-year=secret",
    "--lang=de",
    "--v=1",
    "--test",
  ];
  expect(readArguments(["galley", ...added, "--port=9000"], false)).toEqual({
    own: ["--port=9000"],
    ignored: ["--original-process-start-time", "--a-switch-of-next-year", "--lang", "--v", "--test"],
  });
});

test.each([
  ["--prot=1", "--port"],
  ["-port=1", "--port"],
  ["--jsn", "--json"],
  ["--public_url=http://x", "--public-url"],
  ["--dataDir=/x", "--data-dir"],
  ["--console", "--console-host"],
  ["--sandox-prot=1", "--sandbox-port"],
])("suggests a flag for the misspelled %s", (given, meant) => {
  expect(() => readArguments(["galley", given], false)).toThrow(
    `Galley has no flag ${given.split("=")[0]}. Did you mean ${meant}?`,
  );
});
