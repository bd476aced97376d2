/**
 * Presence: who has an article open, and which of them edits it. It lives in memory: tabs say again that they are there,
 * and one that no longer does is forgotten.
 *
 * Glossary. tab: a browser tab under the `client_id` that its drafts have too. editing: the one tab of an article that
 * writes; every other is reading.
 */
import { AppError } from "../core/errors.ts";
import type { EventHub } from "../core/events.ts";
import type { Clock } from "../core/runtime.ts";

/** One tab that has the article open. */
export interface Person {
  clientId: string;
  /** Name or e-mail of the author field, "" where it is empty. */
  author: string;
  mode: "editing" | "reading";
  /** Since when it is in this mode, ms. */
  since: number;
}

/**
 * edit: editing where nobody else is, else reading. take_over: editing, and whoever was editing reads. read: reading.
 */
export type PresenceWish = "edit" | "read" | "take_over";

export interface Presence {
  /** In the order in which they came. */
  people(sessionId: string): Person[];
  /** A tab comes, or says again that it is there. @throws AppError conflict where too many tabs are */
  say(sessionId: string, tab: { clientId: string; author: string; wants: PresenceWish }): Person[];
  /** A tab goes. Nobody becomes the editor by that: whoever reads is asked to say so. */
  leave(sessionId: string, clientId: string): void;
  /** A tab can no longer be reached: it was closed, killed or cut off. Unless it says again that it is there, it is gone soon. */
  lose(sessionId: string, clientId: string): void;
  /** Forgets everybody and tells nobody. */
  close(): void;
}

/** A tab that was silent this long is gone: three of its heartbeats. */
export const FORGOTTEN_AFTER_MS = 45_000;
/** And one whose connection ended, this soon: time for a short break to heal. */
export const LOST_AFTER_MS = 5_000;
/** Tabs of one article. */
export const MAX_TABS = 50;

interface Tab extends Person {
  seenAt: number;
}

/** The tabs of one session, by client id; `told` is what subscribers heard last. */
interface Company {
  tabs: Map<string, Tab>;
  told: string;
  cancelSweep: () => void;
}

interface Parts {
  clock: Clock;
  events: Pick<EventHub, "publish">;
}

export function createPresence({ clock, events }: Parts): Presence {
  const companies = new Map<string, Company>();

  const isHere = (tab: Tab) => clock.now() - tab.seenAt < FORGOTTEN_AFTER_MS;
  const peopleOf = (company: Company | undefined): Person[] =>
    [...(company?.tabs.values() ?? [])].filter(isHere).map(({ seenAt: _, ...person }) => person);

  /** Tells what changed, drops a session that nobody has open, and looks again when the next tab may be gone. */
  function settle(sessionId: string, company: Company): void {
    for (const tab of company.tabs.values()) if (!isHere(tab)) company.tabs.delete(tab.clientId);
    company.cancelSweep();
    if (company.tabs.size === 0) companies.delete(sessionId);
    else {
      const first = Math.min(...[...company.tabs.values()].map(({ seenAt }) => seenAt));
      company.cancelSweep = clock.after(first + FORGOTTEN_AFTER_MS - clock.now(), () => settle(sessionId, company));
    }
    const now = JSON.stringify(peopleOf(company));
    if (now === company.told) return;
    company.told = now;
    events.publish("presence", { session_id: sessionId });
  }

  const setMode = (tab: Tab, mode: Tab["mode"]) => {
    if (tab.mode === mode) return;
    tab.mode = mode;
    tab.since = clock.now();
  };

  return {
    people: (sessionId) => peopleOf(companies.get(sessionId)),
    say(sessionId, { clientId, author, wants }) {
      const now = clock.now();
      const company = companies.get(sessionId) ?? { tabs: new Map<string, Tab>(), told: "[]", cancelSweep: () => {} };
      const others = [...company.tabs.values()].filter((tab) => tab.clientId !== clientId && isHere(tab));
      if (others.length >= MAX_TABS)
        throw new AppError(
          "conflict",
          `This article is open in ${MAX_TABS} tabs already; close some of them, then open it again.`,
        );
      const known = company.tabs.get(clientId);
      const tab: Tab =
        known !== undefined && isHere(known) ? known : { clientId, author, mode: "reading", since: now, seenAt: now };
      const editor = others.find(({ mode }) => mode === "editing");
      if (wants === "take_over" && editor !== undefined) setMode(editor, "reading");
      setMode(tab, wants === "take_over" || (wants === "edit" && editor === undefined) ? "editing" : "reading");
      tab.author = author;
      tab.seenAt = now;
      company.tabs.set(clientId, tab);
      companies.set(sessionId, company);
      settle(sessionId, company);
      return peopleOf(company);
    },
    leave(sessionId, clientId) {
      const company = companies.get(sessionId);
      if (company?.tabs.delete(clientId)) settle(sessionId, company);
    },
    lose(sessionId, clientId) {
      const company = companies.get(sessionId);
      const tab = company?.tabs.get(clientId);
      if (company === undefined || tab === undefined) return;
      tab.seenAt = Math.min(tab.seenAt, clock.now() - FORGOTTEN_AFTER_MS + LOST_AFTER_MS);
      settle(sessionId, company);
    },
    close() {
      for (const { cancelSweep } of companies.values()) cancelSweep();
      companies.clear();
    },
  };
}
