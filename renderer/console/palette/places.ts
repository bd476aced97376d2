import type { PageName } from "../lib/settings-pages.ts";
import { chooseLanguage, LANGUAGE_CHOICES, messages } from "../messages/index.ts";

export type Group = "pages" | "sites" | "articles" | "projects" | "actions";

export interface Entry {
  id: string;
  group: Group;
  label: string;
  /** Also searched. */
  hint: string;
  run: () => void;
}

export interface ActionContext {
  /** The pages of the settings that the login may open. */
  settingsPages: readonly PageName[];
  go: (to: string) => void;
  setScheme: (scheme: "auto" | "light" | "dark") => void;
  /** Null until the settings are known, and for roles that cannot hold deliveries. */
  held: boolean | null;
  hold: (held: boolean) => void;
  /** Null without a login to end. */
  logOut: (() => void) | null;
  showKeys: () => void;
}

export function pageEntries({ go, settingsPages }: ActionContext): Entry[] {
  const { places } = messages.shell;
  const page = (to: string, label: string, hint = ""): Entry => ({
    id: to,
    group: "pages",
    label,
    hint,
    run: () => go(to),
  });
  return [
    page("/", places.home),
    page("/deliveries", places.deliveries),
    page("/sites", places.sites),
    page("/sessions", places.sessions),
    page("/projects", places.projects),
    page("/requests", places.requests),
    page("/settings", places.settings),
    ...settingsPages.map((name) => page(`/settings/${name}`, messages.settings.pages[name], places.settings)),
  ];
}

export function actionEntries({ setScheme, held, hold, logOut, showKeys }: ActionContext): Entry[] {
  const t = messages.palette;
  const { appearance } = messages.common;
  const action = (id: string, label: string, run: () => void, hint = ""): Entry => ({
    id,
    group: "actions",
    label,
    hint,
    run,
  });
  return [
    ...(held === null ? [] : [action("hold", held ? t.release : t.hold, () => hold(!held))]),
    action("keys", t.keys, showKeys, "?"),
    ...(["auto", "light", "dark"] as const).map((scheme) =>
      action(`scheme:${scheme}`, appearance.schemes[scheme], () => setScheme(scheme), appearance.scheme),
    ),
    ...LANGUAGE_CHOICES.map((choice) =>
      action(
        `language:${choice}`,
        appearance.languages[choice],
        () => void chooseLanguage(choice),
        // In both languages, for users who cannot read the current one.
        t.languageInEveryLanguage,
      ),
    ),
    ...(logOut === null ? [] : [action("log-out", messages.shell.logOut, logOut)]),
  ];
}

/** Entries with every typed word in label or hint. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ label, hint }) => {
    const text = `${label} ${hint}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
