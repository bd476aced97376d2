import { describe, expect, it } from "vitest";
import { isPressed, type KeyPress, keyName } from "../../../../renderer/editor/ui/keys.ts";

const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
});
const ctrl = { ctrlKey: true };

describe("shortcuts", () => {
  it.each([
    ["Mod+F", press("f", "KeyF", ctrl)],
    ["Mod+F", press("а", "KeyF", ctrl)],
    ["Mod+F", press("f", "KeyU", ctrl)],
    ["Mod+Shift+G", press("G", "KeyG", { ctrlKey: true, shiftKey: true })],
    ["Mod+Alt+F", press("ƒ", "KeyF", { ctrlKey: true, altKey: true })],
    ["Alt+Enter", press("Enter", "Enter", { altKey: true })],
    ["Mod+/", press("/", "Digit7", { ctrlKey: true, shiftKey: true })],
    ["Mod+/", press(".", "Slash", ctrl)],
  ])("%s is pressed by %o", (shortcut, event) => {
    expect(isPressed(shortcut, event)).toBe(true);
  });

  it.each([
    ["Mod+F", press("f", "KeyF")],
    ["Mod+F", press("f", "KeyF", { ctrlKey: true, altKey: true })],
    ["Mod+F", press("F", "KeyF", { ctrlKey: true, shiftKey: true })],
    // On another Latin layout, the character of the key counts.
    ["Mod+F", press("u", "KeyF", ctrl)],
    ["F3", press("F3", "F3", { shiftKey: true })],
  ])("%s is not pressed by %o", (shortcut, event) => {
    expect(isPressed(shortcut, event)).toBe(false);
  });

  it("are shown with the symbols of the keyboard", () => {
    expect([keyName("Mod+Shift+ArrowUp"), keyName("/")]).toEqual(["Ctrl+Shift+↑", "/"]);
  });
});
