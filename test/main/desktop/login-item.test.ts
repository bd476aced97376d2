import { expect, it, vi } from "vitest";
import { autostartEntry, programOf, windowsArgument } from "../../../main/desktop/login-item.ts";

vi.mock("electron", () => ({ app: {} }));

it("quotes arguments and escapes values as the specification requires", () => {
  const program = '/opt/50% \\off/gal"ley';
  const entry = autostartEntry(program, ["--data-dir=/srv/$HOME `x`", "--hidden"]);
  // A backslash that quotes an argument is doubled, one of the path is written as four.
  expect(entry).toContain(
    'Exec="/opt/50%% \\\\\\\\off/gal\\\\"ley" "--data-dir=/srv/\\\\$HOME \\\\`x\\\\`" "--hidden"\n',
  );
  expect(entry).toContain('TryExec=/opt/50% \\\\off/gal"ley\n');
  expect(programOf(entry)).toBe(program);
  expect(entry.startsWith("[Desktop Entry]\nType=Application\n")).toBe(true);
});

it("escapes line breaks, so that a path cannot inject a line", () => {
  const entry = autostartEntry("/opt/a\nExec=evil", ["--data-dir=/b\nHidden=false"]);
  expect(entry.split("\n").filter((line) => /^(Exec|Hidden)=/.test(line))).toHaveLength(1);
  expect(programOf(entry)).toBe("/opt/a\nExec=evil");
});

it("finds no program in an entry without TryExec", () => {
  expect(programOf("[Desktop Entry]\nExec=other\n")).toBeNull();
});

it.each([
  ["--hidden", "--hidden"],
  ["--data-dir=C:\\Galley\\", "--data-dir=C:\\Galley\\"],
  ["--data-dir=C:\\My Data\\", '"--data-dir=C:\\My Data\\\\"'],
  ['say \\"hello"', '"say \\\\\\"hello\\""'],
])("quotes %s for Windows", (argument, written) => {
  expect(windowsArgument(argument)).toBe(written);
});
