import { expect, it } from "vitest";
import { takeTabIdentity } from "../../../../renderer/editor/client/tab-identity.ts";

function storage(content = new Map<string, string>()): Storage & { content: Map<string, string> } {
  return {
    content,
    length: 0,
    clear: () => content.clear(),
    key: () => null,
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
    removeItem: (key) => void content.delete(key),
  };
}

const takeTabId = (tab: Storage, shown: Window, session: string) => takeTabIdentity(tab, shown, session, undefined).id;

/** A page that can be left and, from the browser's cache, come back. */
const page = () => new EventTarget() as Window;

it("is the same after a reload", () => {
  const tab = storage();
  const before = page();
  const id = takeTabId(tab, before, "s");
  before.dispatchEvent(new Event("pagehide"));
  expect(takeTabId(tab, page(), "s")).toBe(id);
});

it("is another one in a duplicated tab, which gets a copy of the storage", () => {
  const tab = storage();
  const before = page();
  takeTabId(tab, before, "s");
  before.dispatchEvent(new Event("pagehide"));
  const id = takeTabId(tab, page(), "s");
  expect(takeTabId(storage(new Map(tab.content)), page(), "s")).not.toBe(id);
});

it("is taken up again when the page comes back from the browser's cache", () => {
  const tab = storage();
  const shown = page();
  takeTabId(tab, shown, "s");
  shown.dispatchEvent(new Event("pagehide"));
  shown.dispatchEvent(new Event("pageshow"));
  expect(tab.content.size).toBe(0);
});

it("fits what the appliance takes as a client_id", () => {
  expect(takeTabId(storage(), page(), "s")).toMatch(/^[A-Za-z0-9_-]{22}$/);
});
