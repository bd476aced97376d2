/** The command palette: pages, projects, articles and actions. */
import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SiteRow } from "../../../server/contracts/sites-api.ts";
import type { Query } from "../../shared/api-client.ts";
import { useChangeSettings } from "../data/changes.ts";
import { hasWords } from "../data/filters.ts";
import { useHasRole, useLogOut, useRoleCheck } from "../data/me.ts";
import { detailQuery, projectsQuery, settingsQuery, UNCACHED } from "../data/queries.ts";
import { useOpenPages } from "../lib/pages.ts";
import { navigate } from "../lib/router.tsx";
import { chooseLanguage, messages } from "../messages/index.ts";
import { namesOf } from "../parts/Choices.tsx";
import "@mantine/spotlight/styles.layer.css";
import type { SessionRow } from "../../../server/contracts/sessions-api.ts";
import "./palette.css";

const [store, palette] = createSpotlight();
const LIST = "palette-list";
const GROUPS = ["pages", "sites", "articles", "projects", "actions"] as const;
const PLACES = ["home", "deliveries", "sites", "sessions", "projects", "requests", "settings"] as const;
const DEBOUNCE_MS = 150;
const MAX_SITES = 5;
const MAX_ARTICLES = 8;
const MAX_PROJECTS = 8;

type Group = (typeof GROUPS)[number];

interface Entry {
  id: string;
  group: Group;
  label: string;
  /** Also searched. */
  hint: string;
  run: () => unknown;
}

interface PaletteProps {
  showKeys: () => void;
  onClose: () => void;
}

export function Palette({ showKeys, onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const { opened, selected } = useSpotlight(store);
  const entries = useEntries(typed, showKeys);
  const t = messages.palette;

  useEffect(() => {
    const before = document.activeElement;
    palette.open();
    return () => {
      palette.close();
      // Mantine returns the focus with a timer, which the unmount cancels.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);

  // Enter runs the first entry unless another is selected; a selection survives new results.
  const shown = entries.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (opened && shown !== "") choose(Math.max(0, store.getState().selected));
  }, [opened, shown]);

  const grouped = GROUPS.map((group) => ({ group, members: entries.filter((entry) => entry.group === group) }));
  const inOrder = grouped.flatMap(({ members }) => members);
  const current = inOrder[selected]?.id;
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight="24rem"
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 1 }}
      attributes={{ content: { "aria-label": t.title } }}
      classNames={{ action: "palette-action", actionBody: "palette-words" }}
    >
      <Spotlight.Search
        size="md"
        placeholder={t.placeholder}
        aria-label={t.placeholder}
        role="combobox"
        aria-expanded
        aria-controls={LIST}
        aria-autocomplete="list"
        {...(current === undefined ? {} : { "aria-activedescendant": optionId(selected) })}
      />
      <Spotlight.ActionsList id={LIST} role="listbox" aria-label={t.title}>
        {grouped.map(
          ({ group, members }) =>
            members.length > 0 && (
              <Spotlight.ActionsGroup key={group} label={t.groups[group]} role="group" aria-label={t.groups[group]}>
                {members.map(({ id, label, hint, run }) => (
                  <Spotlight.Action
                    key={id}
                    role="option"
                    aria-selected={id === current}
                    label={label}
                    description={hint}
                    onClick={run}
                  />
                ))}
              </Spotlight.ActionsGroup>
            ),
        )}
        {entries.length === 0 && <Spotlight.Empty>{t.nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Selects an entry as the arrow keys do; Spotlight does not export this. */
function choose(place: number) {
  const options = document.querySelectorAll(`#${LIST} [data-action]`);
  const chosen = Math.min(place, options.length - 1);
  for (const [index, option] of options.entries()) {
    option.toggleAttribute("data-selected", index === chosen);
    option.id = optionId(index);
  }
  store.setState({ ...store.getState(), selected: chosen });
}

function optionId(place: number): string {
  return `${LIST}-${place}`;
}

function useEntries(typed: string, showKeys: () => void): Entry[] {
  const search = typed.trim();
  const projects = useInfiniteQuery(projectsQuery);
  const sites = useFound("/sites", { sort: "attention" }, search, MAX_SITES, siteEntry);
  const articles = useFound("/sessions", {}, search, MAX_ARTICLES, articleEntry);
  const actions = useActions(showKeys);
  const hasRole = useRoleCheck();
  const settingsPages = useOpenPages();
  const t = messages.palette;
  const { places } = messages.shell;
  const pages = PLACES.map((name) => goTo("pages", name === "home" ? "/" : `/${name}`, places[name]));
  const ofProjects = (projects.data ?? []).flatMap(({ id, name, environment }) => {
    const at = (path: string, label: string) =>
      goTo("projects", `/projects/${id}${path}`, label, messages.words.environments[environment]);
    return [
      at("", name),
      at("/fonts", t.fontsOf(name)),
      ...(hasRole("operator") ? [at("/check", t.checkOf(name))] : []),
    ];
  });
  if (search === "") return [...pages, ...actions];
  const ofSettings = settingsPages.map((name) =>
    goTo("pages", `/settings/${name}`, messages.settings.pages[name], places.settings),
  );
  return [
    ...matching([...pages, ...ofSettings], search),
    ...sites,
    ...articles,
    ...matching(ofProjects, search).slice(0, MAX_PROJECTS),
    ...matching(actions, search),
  ];
}

const goTo = (group: Group, to: string, label: string, hint = ""): Entry => ({
  id: to,
  group,
  label,
  hint,
  run: () => navigate(to),
});

function useActions(showKeys: () => void): Entry[] {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const settings = useQuery(settingsQuery);
  const change = useChangeSettings();
  const mayHold = useHasRole("operator");
  const logOut = useLogOut();
  const t = messages.palette;
  const { scheme, schemes, languages } = messages.common.appearance;
  const held = settings.data?.settings.deliveries_paused;
  const action = (id: string, label: string, run: Entry["run"], hint = ""): Entry => {
    return { id, group: "actions", label, hint, run };
  };
  const hold = action("hold", held ? t.release : t.hold, () => change.mutate({ deliveries_paused: !held }));
  return [
    ...(mayHold && held !== undefined ? [hold] : []),
    action("keys", t.keys, showKeys, "?"),
    ...namesOf(schemes).map((name) => action(`scheme:${name}`, schemes[name], () => setColorScheme(name), scheme)),
    ...namesOf(languages).map((tag) => action(`in:${tag}`, languages[tag], () => chooseLanguage(tag), t.language)),
    ...(logOut === null ? [] : [action("log-out", messages.shell.logOut, logOut)]),
  ];
}

/** Results of an API list for the typed text, debounced. */
function useFound<Row>(path: string, query: Query, typed: string, max: number, entryOf: (row: Row) => Entry): Entry[] {
  const [q] = useDebouncedValue(typed, DEBOUNCE_MS);
  const found = useQuery({
    ...detailQuery<{ items: Row[] }>(["palette", path, q], path, () => ({ ...query, q })),
    ...UNCACHED,
    enabled: q !== "",
  });
  if (typed === "" || q === "") return [];
  return (found.data?.items ?? []).slice(0, max).map(entryOf);
}

function siteEntry({ id, host, project, environment }: SiteRow): Entry {
  return goTo("sites", `/sites/${id}`, host, `${project} · ${messages.words.environments[environment]}`);
}

function articleEntry({ id, title, material_id, project_name, callback_host }: SessionRow): Entry {
  const hint = `${title === null ? "" : `${material_id} · `}${project_name} → ${callback_host}`;
  return goTo("articles", `/sessions/${id}`, title ?? material_id, hint);
}

/** Entries with every typed word in label or hint. */
const matching = (entries: readonly Entry[], typed: string): Entry[] =>
  entries.filter(({ label, hint }) => hasWords(`${label} ${hint}`, typed));
