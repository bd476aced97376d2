import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { AuditPerson, AuditRow } from "../../../server/contracts/logs-api.ts";
import { localTime, Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { AUDIT_FILTER, type AuditFilter, filterOf, isFiltered } from "../data/filters.ts";
import { auditFacetsQuery, auditQuery, projectsQuery } from "../data/queries.ts";
import { navigate, pathWith, usePlace } from "../lib/router.tsx";
import { ProjectFilter, SearchField, TimeFilter } from "../list/filters.tsx";
import { EmptyList } from "../list/ListPane.tsx";
import { capitalize } from "../messages/en/words.ts";
import { messages, numberInWords } from "../messages/index.ts";
import { DownloadButton } from "../parts/basics.tsx";
import { FilterChoice } from "../parts/Choices.tsx";
import { Items } from "../parts/Loaded.tsx";
import { MB } from "./BasicPages.tsx";

const PATH = "/settings/audit";

export function AuditPage() {
  const t = messages.settings.audit;
  const { query } = usePlace();
  const filter = filterOf(query, AUDIT_FILTER);
  const audit = useInfiniteQuery(auditQuery(filter));
  const projects = new Map(useInfiniteQuery(projectsQuery).data?.map(({ id, name }) => [id, name]));
  return (
    <>
      <AuditFilters filter={filter} onChange={(change) => navigate(pathWith(PATH, { ...filter, ...change }), true)} />
      <Items list={audit} label={t.entries} none={<EmptyList isFiltered={isFiltered(filter)} words={t} allAt={PATH} />}>
        {(entry) => (
          <li>
            <details>
              <summary className="line" style={{ width: "auto", color: "inherit" }}>
                <Time iso={entry.at} as="seconds" />{" "}
                <AuditLine entry={entry} project={projects.get(entry.project_id ?? "") ?? null} />
              </summary>
              <code className="wrap">
                {entry.subject} {JSON.stringify(entry.detail)}
              </code>
            </details>
          </li>
        )}
      </Items>
    </>
  );
}

function AuditLine({ entry, project }: { entry: AuditRow; project: string | null }) {
  // Entries of older Galley versions have the IP address of a login in the detail.
  const address = entry.address ?? (typeof entry.detail.address === "string" ? entry.detail.address : null);
  const detail = detailWords(entry.detail, entry.subject_name);
  return (
    <>
      <strong>{actionWords(entry.action)}</strong>
      {entry.subject_name !== null && <span>{entry.subject_name}</span>}
      {project !== null && project !== entry.subject_name && <span className="muted">{project}</span>}
      {detail !== "" && <span className="muted">{detail}</span>}
      <span className="muted">{personWords(entry.person)}</span>
      {address !== null && <samp className="muted">{address}</samp>}
    </>
  );
}

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}

/** Lists the persons and actions in the log. */
function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = messages.settings.audit;
  const { persons = [], actions = [] } = useQuery(auditFacetsQuery).data ?? {};
  const one = { id: filter.person, name: null };
  return (
    <div className="master-tools" style={{ padding: "0 0 var(--gap-md)" }}>
      <SearchField label={t.search} value={filter.q} onChange={(q) => onChange({ q })} hasKey={false} />
      <FilterChoice
        label={t.person}
        words={choices(t.everyone, filter.person === "" ? persons : [...persons, one], ({ id }) => id, personWords)}
        value={filter.person}
        onChange={(person) => onChange({ person })}
      />
      <FilterChoice
        label={t.action}
        words={choices(t.allActions, filter.action === "" ? actions : [...actions, filter.action], String, actionWords)}
        value={filter.action}
        onChange={(action) => onChange({ action })}
      />
      <ProjectFilter value={filter.project} onChange={(project) => onChange({ project })} />
      <TimeFilter from={filter.from} to={filter.to} onChange={onChange} />
      <DownloadButton href={api.auditCsvUrl(filter)}>{t.export}</DownloadButton>
    </div>
  );
}

/** Sorted by name, after the entry for all. A value from the URL may no longer be in the log. */
function choices<T>(all: string, items: readonly T[], idOf: (item: T) => string, wordsOf: (item: T) => string) {
  const names = new Map(items.toReversed().map((item) => [idOf(item), wordsOf(item)]));
  return { "": all, ...Object.fromEntries([...names].sort(([, a], [, b]) => a.localeCompare(b))) };
}

/** An action of a newer Galley is shown as stored. */
function actionWords(action: string): string {
  const actions: Partial<Record<string, string>> = messages.words.audit.actions;
  return actions[action] ?? capitalize(action);
}

function personWords({ id, name }: AuditPerson): string {
  const { persons, siteLink } = messages.words.audit;
  if (id.startsWith("link:")) return siteLink(name ?? "");
  return persons[id] ?? name ?? id;
}

/** Longer values are in the full entry only. */
const MAX_CHARACTERS = 60;
const MAX_PARTS = 3;
const HOUR_MS = 3_600_000;
const UUID = /^[\da-f]{8}-[\da-f-]{27}$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** File names unchanged, the rest as `name: value`. */
function detailWords(detail: Record<string, unknown>, name: string | null): string {
  const parts = Object.entries(detail).flatMap(([key, value]) => {
    if (value === null || typeof value === "object" || value === name || key === "address") return [];
    const text = String(value);
    if (UUID.test(text)) return [];
    const { details, values } = messages.words.audit;
    const label = details[key] ?? key.replaceAll("_", " ");
    if (text.length > MAX_CHARACTERS) return [label];
    if (["file", "original_name", "name"].includes(key)) return [text];
    if (key === "overlap_ms") return [`${label}: ${numberInWords(Number(value) / HOUR_MS)}`];
    if (key.endsWith("_bytes")) return [`${label}: ${numberInWords(Number(value) / MB)}`];
    const said = ISO_TIME.test(text) ? localTime(text, Date.now()) : (values[text] ?? text);
    return [`${label}: ${said}`];
  });
  const rest = parts.length - MAX_PARTS;
  return parts.slice(0, MAX_PARTS).join(", ") + (rest > 0 ? ` +${rest}` : "");
}
