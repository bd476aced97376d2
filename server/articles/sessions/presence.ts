/** Presence: the tabs that have an article open. Kept in memory: tabs send heartbeats, and a tab without heartbeats is removed. */
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { EventHub } from "../../core/events.ts";
import type { Clock } from "../../core/runtime.ts";

/** One tab that has the article open. Its drafts have the same `client_id`. */
interface Person {
  clientId: string;
  /** Name or e-mail address in the author field, or "". */
  author: string;
  mode: "editing" | "reading";
  /** Number of the person's color; does not change while the tab is open. */
  color: number;
  /** When the tab opened the article, ms. */
  since: number;
}

/** A tab is removed after this time without a heartbeat: it has missed three. */
const SILENT_AFTER_MS = 45_000;
/** A tab whose connection ended is removed after this time, so that a short break does no harm. */
const DISCONNECTED_AFTER_MS = 5_000;
/** Tabs that may have an article open at the same time. */
export const MAX_TABS = 20;

interface Tab extends Person {
  seenAt: number;
}

/** The tabs of one article by client id; `published`: the people of the last event, as JSON. */
interface TabGroup {
  tabs: Map<string, Tab>;
  published: string;
  cancelSweep: () => void;
}

export function createPresence({ clock, events }: { clock: Clock; events: EventHub }) {
  const groups = new Map<string, TabGroup>();

  const isPresent = (tab: Tab) => clock.now() - tab.seenAt < SILENT_AFTER_MS;
  const peopleOf = (group: TabGroup | undefined): Person[] =>
    [...(group?.tabs.values() ?? [])].filter(isPresent).map(({ seenAt: _, ...person }) => person);

  /** Removes silent tabs and empty groups, publishes changes, and schedules the next sweep. */
  function settle(sessionId: string, group: TabGroup): void {
    for (const tab of group.tabs.values()) if (!isPresent(tab)) group.tabs.delete(tab.clientId);
    group.cancelSweep();
    if (group.tabs.size === 0) groups.delete(sessionId);
    else {
      const first = Math.min(...[...group.tabs.values()].map(({ seenAt }) => seenAt));
      group.cancelSweep = clock.after(first + SILENT_AFTER_MS - clock.now(), () => settle(sessionId, group));
    }
    const now = JSON.stringify(peopleOf(group));
    if (now === group.published) return;
    group.published = now;
    events.publish("presence", { session_id: sessionId });
  }

  const unusedColor = (others: readonly Tab[]): number => {
    const used = new Set(others.map(({ color }) => color));
    let color = 0;
    while (used.has(color)) color += 1;
    return color;
  };

  return {
    /** In order of arrival. */
    people: (sessionId: string): Person[] => peopleOf(groups.get(sessionId)),
    count(): { tabs: number; articles: number } {
      let tabs = 0;
      for (const group of groups.values()) tabs += group.tabs.size;
      return { tabs, articles: groups.size };
    },
    /** A tab opens the article or still has it open. @throws AppError conflict for too many tabs */
    heartbeat(sessionId: string, { clientId, author, mode }: Pick<Person, "clientId" | "author" | "mode">): Person[] {
      const now = clock.now();
      const group = groups.get(sessionId) ?? { tabs: new Map<string, Tab>(), published: "[]", cancelSweep: () => {} };
      const others = [...group.tabs.values()].filter((tab) => tab.clientId !== clientId && isPresent(tab));
      if (others.length >= MAX_TABS)
        throw new AppError("conflict", sentence("articles.too_many_tabs", { max: MAX_TABS }));
      const existing = group.tabs.get(clientId);
      const { color, since } =
        existing !== undefined && isPresent(existing) ? existing : { color: unusedColor(others), since: now };
      group.tabs.set(clientId, { clientId, author, mode, color, since, seenAt: now });
      groups.set(sessionId, group);
      settle(sessionId, group);
      return peopleOf(group);
    },
    leave(sessionId: string, clientId: string): void {
      const group = groups.get(sessionId);
      if (group?.tabs.delete(clientId)) settle(sessionId, group);
    },
    /** A tab's connection ended. Without another heartbeat, the tab is removed soon. */
    disconnect(sessionId: string, clientId: string): void {
      const group = groups.get(sessionId);
      const tab = group?.tabs.get(clientId);
      if (group === undefined || tab === undefined) return;
      tab.seenAt = Math.min(tab.seenAt, clock.now() - SILENT_AFTER_MS + DISCONNECTED_AFTER_MS);
      settle(sessionId, group);
    },
    /** Removes all tabs without publishing anything. */
    close(): void {
      for (const { cancelSweep } of groups.values()) cancelSweep();
      groups.clear();
    },
  };
}
