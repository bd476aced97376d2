import { EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { NO_SLASH, nextSlash, type SlashState } from "../../../../renderer/editor/writing/slash/slash-trigger.ts";
import { articleSchema } from "../../../../server/article/schema.ts";

/** Types key by key into a block of this kind; "<" is Backspace, "!" dismisses the menu. */
function type(keys: string, kind = "paragraph", content: object[] = []): { text: string | null; from: number | null } {
  const doc = articleSchema.nodeFromJSON({ type: "doc", content: [{ type: kind, content }] });
  let state = EditorState.create({
    doc,
    selection: TextSelection.create(doc, 1 + (doc.firstChild?.content.size ?? 0)),
  });
  let slash: SlashState = NO_SLASH;
  const apply = (tr: Transaction) => {
    state = state.apply(tr);
    slash = nextSlash(slash, tr, state);
  };
  for (const key of keys) {
    const { from } = state.selection;
    if (key === "!") slash = { open: null, dismissed: slash.open?.from ?? null };
    else if (key === "<") apply(state.tr.delete(from - 1, from));
    else apply(state.tr.insertText(key));
  }
  return { text: slash.open?.text ?? null, from: slash.open?.from ?? null };
}

describe("the slash menu", () => {
  it.each([
    ["/", ""],
    ["/he", "he"],
    ["/numbered li", "numbered li"],
    ["words /q", "q"],
    ["/he<<", ""],
  ])("is open after %s", (keys, text) => {
    expect(type(keys).text).toBe(text);
  });

  it.each(["and/or", "1/2", "/ ", "/a/", "http://", "/he<<<", `/${"a".repeat(40)}`, "/he!", "/he!x<<", "a /!b /<"])(
    "is closed after %s",
    (keys) => {
      expect(type(keys).text).toBeNull();
    },
  );

  it("opens at another slash after one was dismissed", () => {
    expect(type("/a! /b")).toEqual({ text: "b", from: 4 });
  });

  it("stays closed in captions and code, and at an existing slash", () => {
    expect(type("/", "figure").text).toBeNull();
    expect(type("/", "codeBlock").text).toBeNull();
    expect(type("x<", "paragraph", [{ type: "text", text: "/abc" }]).text).toBeNull();
  });
});
