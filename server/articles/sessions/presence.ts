/**
 * Presence: the tabs that have an article open, in memory. A tab without heartbeats is forgotten.
 * Glossary. tab: a browser tab under the `client_id` that its drafts have too. editing: the one tab of an article that
 * writes; every other is reading. group: the tabs that have one session's article open.
 */
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { EventHub } from "../../core/events.ts";
import type { Clock } from "../../core/runtime.ts";

export interface Person {
  clientId: string;
  /** Name or e-mail of the author field, "" where it is empty. */
  author: string;
  mode: "editing" | "reading";
  /** Since when it is in this mode, ms. */
  since: number;
}

/** edit: editing unless another tab is. take_over: editing, and the tab that was editing reads. read: reading. */
export type PresenceWish = "edit" | "read" | "take_over";

/** A tab that was silent this long is forgotten: it has missed three heartbeats. */
const FORGOTTEN_AFTER_MS = 45_000;
/** A tab whose connection ended is forgotten this soon, so that a short break does no harm. */
const DISCONNECTED_AFTER_MS = 5_000;
/** Tabs that may have one article open. */
const MAX_TABS = 50;

interface Tab extends Person {
  seenAt: number;
}

/** `tabs` by client id; `published`: the people of the last event, as JSON. */
interface TabGroup {
  tabs: Map<string, Tab>;
  published: string;
  cancelSweep: () => void;
}

export type Presence = ReturnType<typeof createPresence>;

export function createPresence({ clock, events }: { clock: Clock; events: EventHub }) {
  const groups = new Map<string, TabGroup>();

  const isHere = (tab: Tab) => clock.now() - tab.seenAt < FORGOTTEN_AFTER_MS;
  const peopleOf = (group: TabGroup | undefined): Person[] =>
    [...(group?.tabs.values() ?? [])].filter(isHere).map(({ seenAt: _, ...person }) => person);

  /** Publishes what changed, drops a group without tabs, and comes back when the next tab may have to be forgotten. */
  function settle(sessionId: string, group: TabGroup): void {
    for (const tab of group.tabs.values()) if (!isHere(tab)) group.tabs.delete(tab.clientId);
    group.cancelSweep();
    if (group.tabs.size === 0) groups.delete(sessionId);
    else {
      const first = Math.min(...[...group.tabs.values()].map(({ seenAt }) => seenAt));
      group.cancelSweep = clock.after(first + FORGOTTEN_AFTER_MS - clock.now(), () => settle(sessionId, group));
    }
    const now = JSON.stringify(peopleOf(group));
    if (now === group.published) return;
    group.published = now;
    events.publish("presence", { session_id: sessionId });
  }

  const setMode = (tab: Tab, mode: Tab["mode"]) => {
    if (tab.mode === mode) return;
    tab.mode = mode;
    tab.since = clock.now();
  };

  return {
    people: (sessionId: string): Person[] => peopleOf(groups.get(sessionId)),
    /** A tab comes, or says that it is still there. @throws AppError conflict where too many tabs are */
    heartbeat(
      sessionId: string,
      { clientId, author, wants }: { clientId: string; author: string; wants: PresenceWish },
    ): Person[] {
      const now = clock.now();
      const group = groups.get(sessionId) ?? { tabs: new Map<string, Tab>(), published: "[]", cancelSweep: () => {} };
      const others = [...group.tabs.values()].filter((tab) => tab.clientId !== clientId && isHere(tab));
      if (others.length >= MAX_TABS)
        throw new AppError("conflict", sentence("articles.too_many_tabs", { max: MAX_TABS }));
      const known = group.tabs.get(clientId);
      const tab: Tab =
        known !== undefined && isHere(known) ? known : { clientId, author, mode: "reading", since: now, seenAt: now };
      const editor = others.find(({ mode }) => mode === "editing");
      if (wants === "take_over" && editor !== undefined) setMode(editor, "reading");
      setMode(tab, wants === "take_over" || (wants === "edit" && editor === undefined) ? "editing" : "reading");
      tab.author = author;
      tab.seenAt = now;
      group.tabs.set(clientId, tab);
      groups.set(sessionId, group);
      settle(sessionId, group);
      return peopleOf(group);
    },
    /** A tab leaves. No other tab starts to edit by that: a reading tab asks for it. */
    leave(sessionId: string, clientId: string): void {
      const group = groups.get(sessionId);
      if (group?.tabs.delete(clientId)) settle(sessionId, group);
    },
    /** A tab's connection ended: it was closed, killed or cut off. Without a heartbeat it is forgotten soon. */
    disconnect(sessionId: string, clientId: string): void {
      const group = groups.get(sessionId);
      const tab = group?.tabs.get(clientId);
      if (group === undefined || tab === undefined) return;
      tab.seenAt = Math.min(tab.seenAt, clock.now() - FORGOTTEN_AFTER_MS + DISCONNECTED_AFTER_MS);
      settle(sessionId, group);
    },
    close(): void {
      for (const { cancelSweep } of groups.values()) cancelSweep();
      groups.clear();
    },
  };
}
