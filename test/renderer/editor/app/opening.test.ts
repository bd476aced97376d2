import { expect, it, test } from "vitest";
import { readEditorLink, takeTabIdentity } from "../../../../renderer/editor/app/opening.ts";
import { caretMemory } from "../../../../renderer/editor/app/use-initial-focus.ts";
import type { Memory } from "../../../../renderer/editor/ui/lib/browser.ts";
import { docWith, p } from "../article.ts";

const id = "0b9f3c1e-7a55-4c39-9a3e-0a6c7f1f2d11";

it.each([
  ["the session and the token", `/editor/${id}`, "#t=abc.def-_", "abc.def-_", ""],
  ["no token after a reload", `/editor/${id}`, "", null, ""],
  ["an empty token", `/editor/${id}`, "#t=", null, ""],
  ["the prefix of a proxy", `/desk/galley/editor/${id}/`, "#t=a", "a", "/desk/galley"],
])("reads %s", (_, pathname, hash, token, prefix) => {
  const apiBase = `${prefix}/editor/api/sessions/${id}`;
  expect(readEditorLink({ pathname, hash })).toEqual({ sessionId: id, token, apiBase, root: `${prefix}/` });
});

it.each(["/editor/", "/editor/not-a-session"])("rejects %s", (pathname) => {
  expect(readEditorLink({ pathname, hash: "#t=x" })).toBeNull();
});

const storage = (content = new Map<string, string>()): Storage & { content: Map<string, string> } => ({
  ...{ content, length: 0, clear: () => content.clear(), key: () => null },
  getItem: (key) => content.get(key) ?? null,
  setItem: (key, value) => void content.set(key, value),
  removeItem: (key) => void content.delete(key),
});

/** A page that can be hidden and restored from the browser's cache. */
const page = () => new EventTarget() as Window;
const takeTabId = (tab: Storage, shown = page()) => takeTabIdentity(tab, shown, "s", undefined).id;

it("keeps the id after a reload, but not in a duplicated tab with a copy of the storage", () => {
  const [tab, before] = [storage(), page()];
  const id = takeTabId(tab, before);
  before.dispatchEvent(new Event("pagehide"));
  expect(takeTabId(tab)).toBe(id);
  expect(takeTabId(storage(new Map(tab.content)))).not.toBe(id);
});

it("removes the stored id when the page is restored from the browser's cache", () => {
  const [tab, shown] = [storage(), page()];
  takeTabId(tab, shown);
  shown.dispatchEvent(new Event("pagehide"));
  shown.dispatchEvent(new Event("pageshow"));
  expect(tab.content.size).toBe(0);
});

it("gives the tab's id the format of a client_id", () => {
  expect(takeTabId(storage())).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

function browser(kept = ""): Memory {
  const values = new Map([["carets", kept]]);
  return { get: (name) => values.get(name) || null, set: (name, value) => void values.set(name, value) };
}

const article = (...lines: string[]) => docWith(...lines.map(p));

test("restores the cursor at its place, or after the same text in a changed article", () => {
  const memory = browser();
  const caret = caretMemory(memory, "a");
  const doc = article("One", "The harbour is open", "Three");
  expect(caret.find(doc)).toBeNull();
  caret.remember(doc, 5 + 1 + "The harbour".length);
  const begins = (found: typeof doc) => found.textBetween(0, caret.find(found) ?? 0, "|");
  expect(begins(doc)).toBe("One|The harbour");
  expect(begins(article("A line by Ben", "One", "Today: The harbour is shut"))).toBe(
    "A line by Ben|One|Today: The harbour",
  );
  // The nearest of several matches.
  expect(begins(article("The harbour, before", "One", "Two", "The harbour, after it all"))).toBe("The harbour");
  // Without a match, the position stays inside the document.
  expect(begins(article("Short"))).toBe("Short");
  expect(caretMemory(memory, "b").find(doc)).toBeNull();
});

test("ignores invalid stored values and remembers the last fifty articles", () => {
  const place = (value: string) => `[["a",${value}]]`;
  const places = ['{"position":-1,"before":""}', '{"position":3}', "3"].map(place);
  for (const kept of ["{", "7", '[["a"]]', ...places])
    expect(caretMemory(browser(kept), "a").find(article("One"))).toBeNull();
  const memory = browser();
  for (let session = 0; session < 51; session++) caretMemory(memory, String(session)).remember(article("One"), 2);
  expect(caretMemory(memory, "0").find(article("One"))).toBeNull();
  expect(caretMemory(memory, "1").find(article("One"))).toBe(2);
});
