import { expect, it } from "vitest";
import { takeTabIdentity } from "../../../../renderer/editor/client/tab-identity.ts";

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

it("has the format of a client_id", () => {
  expect(takeTabId(storage())).toMatch(/^[A-Za-z0-9_-]{22}$/);
});
