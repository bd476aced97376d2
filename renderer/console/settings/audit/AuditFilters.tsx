import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../data/api.ts";
import type { AuditFilter } from "../../data/filters.ts";
import { auditFacetsQuery } from "../../data/queries.ts";
import { ProjectFilter, SearchField, TimeFilter } from "../../list/filters.tsx";
import { messages } from "../../messages/index.ts";
import { FilterChoice } from "../../parts/Choices.tsx";
import { DownloadButton } from "../../parts/SmallButton.tsx";
import { actionWords, personWords } from "./words.ts";

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}

/** Lists the persons and actions in the log. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = messages.settings.audit;
  const { persons = [], actions = [] } = useQuery(auditFacetsQuery).data ?? {};
  const one = { id: filter.person, name: null };
  return (
    <div className="master-tools settings-audit-tools">
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
      <DownloadButton href={api.auditCsvUrl(filter)} Icon={IconDownload}>
        {t.export}
      </DownloadButton>
    </div>
  );
}

/** Sorted by name, after the entry for all. A value from the URL may no longer be in the log. */
function choices<T>(all: string, items: readonly T[], idOf: (item: T) => string, wordsOf: (item: T) => string) {
  const names = new Map(items.toReversed().map((item) => [idOf(item), wordsOf(item)]));
  return { "": all, ...Object.fromEntries([...names].sort(([, a], [, b]) => a.localeCompare(b))) };
}
