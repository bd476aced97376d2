import { expect, it } from "vitest";
import { autostartEntry, programOf, windowsArgument } from "../../../main/desktop/autostart-entry.ts";

it("quotes what a desktop would read otherwise, by the two rules of the specification", () => {
  const program = '/opt/50% \\off/gal"ley';
  const entry = autostartEntry(program, ["--data-dir=/srv/$HOME `x`", "--hidden"]);
  // A backslash of Exec's own quotes is written as two, one of the path as four.
  expect(entry).toContain(
    'Exec="/opt/50%% \\\\\\\\off/gal\\\\"ley" "--data-dir=/srv/\\\\$HOME \\\\`x\\\\`" "--hidden"\n',
  );
  expect(entry).toContain('TryExec=/opt/50% \\\\off/gal"ley\n');
  expect(programOf(entry)).toBe(program);
  expect(entry.startsWith("[Desktop Entry]\nType=Application\n")).toBe(true);
});

it("holds no line that a path could have smuggled in", () => {
  const entry = autostartEntry("/opt/a\nExec=evil", ["--data-dir=/b\nHidden=false"]);
  expect(entry.split("\n").filter((line) => /^(Exec|Hidden)=/.test(line))).toHaveLength(1);
  expect(programOf(entry)).toBe("/opt/a\nExec=evil");
});

it("is no program's that is none of ours", () => {
  expect(programOf("[Desktop Entry]\nExec=other\n")).toBeNull();
});

it.each([
  ["--hidden", "--hidden"],
  ["--data-dir=C:\\Galley\\", "--data-dir=C:\\Galley\\"],
  ["--data-dir=C:\\My Data\\", '"--data-dir=C:\\My Data\\\\"'],
  ['say \\"hello"', '"say \\\\\\"hello\\""'],
])("an argument for Windows stays one: %s", (argument, written) => {
  expect(windowsArgument(argument)).toBe(written);
});
