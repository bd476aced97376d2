import { expect, it } from "vitest";
import { awaited, concerns, waitsFor } from "../../../../renderer/editor/comments/threads.ts";
import type { CommentThread } from "../../../../server/contracts/comments-api.ts";

const thread = (...entries: [author: string, text: string][]): CommentThread => ({
  id: "t",
  anchor: { kind: "words", block: "paragraph", file: "", exact: "x", prefix: "", suffix: "", from: 1, to: 2 },
  placed: null,
  changes: 1,
  resolved_at: null,
  resolved_by: null,
  comments: entries.map(([author, text], index) => ({
    id: `c${index}`,
    author,
    author_fixed: false,
    created_at: "",
    edited_at: null,
    text,
  })),
});

it("a reply waits for the answered author, a first comment for anyone", () => {
  expect(awaited(thread(["Anna", "True?"]))).toEqual([]);
  expect(awaited(thread(["Anna", "True?"], ["Ben", "Yes"]))).toEqual(["Anna"]);
  expect(awaited(thread(["Anna", "True?"], ["Ben", "Yes"], ["Anna", "Sure?"]))).toEqual(["Ben"]);
  expect(awaited(thread(["Anna", "True?"], ["Anna", "Anyone?"]))).toEqual([]);
  expect(awaited({ ...thread(["Anna", "True?"], ["Ben", "Yes"]), resolved_at: "now" })).toEqual([]);
});

it("a mention waits for the person by name, first name or e-mail address", () => {
  expect(awaited(thread(["Anna", "Ask @Clara, and @Дмитрий."]))).toEqual(["Clara", "Дмитрий"]);
  const answered = thread(["anna@example.org", "True?"], ["Ben Miller", "Ask @anna again"]);
  expect(awaited(answered)).toEqual(["anna@example.org"]);
  expect(waitsFor(answered, "Anna@example.org")).toBe(true);
  expect(waitsFor(thread(["Anna", "@ben look"]), "Ben Miller")).toBe(true);
  expect(awaited(thread(["Anna", "Write to desk@example.org"]))).toEqual([]);
});

it("concerns authors and mentioned people only", () => {
  expect(concerns(thread(["Anna", "x"], ["Ben", "y"]), "Ben")).toBe(true);
  expect(concerns(thread(["Anna", "@Clara"]), "Clara")).toBe(true);
  expect(concerns(thread(["Anna", "x"]), "Ben")).toBe(false);
  expect(concerns(thread(["Anna", "x"]), "")).toBe(false);
});
