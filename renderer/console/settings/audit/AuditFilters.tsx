import { Button, NativeSelect } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { AuditPerson } from "../../../../server/contracts/logs-api.ts";
import { type AuditFilter, api } from "../../data/api.ts";
import { auditFacetsQuery } from "../../data/queries.ts";
import { ProjectFilter, SearchField, TimeFilter } from "../../list/filters.tsx";
import { messages } from "../../messages/index.ts";
import { bound } from "../../parts/Form.tsx";
import { actionWords, personWords } from "./words.ts";

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}

/** Offers the persons and actions that occur. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = messages.settings.audit;
  const { data: facets = { persons: [], actions: [] } } = useQuery(auditFacetsQuery);
  const persons = facets.persons.map((person) => ({ value: person.id, label: personWords(person) }));
  const actions = facets.actions.map((action) => ({ value: action, label: actionWords(action) }));
  return (
    <div className="settings-audit-tools">
      <SearchField label={t.search} value={filter.q} onChange={(q) => onChange({ q })} hasKey={false} />
      <Choice
        label={t.person}
        all={t.everyone}
        value={filter.person}
        options={offered(persons, filter.person, personWords({ id: filter.person, name: null } satisfies AuditPerson))}
        onChange={(person) => onChange({ person })}
      />
      <Choice
        label={t.action}
        all={t.allActions}
        value={filter.action}
        options={offered(actions, filter.action, actionWords(filter.action))}
        onChange={(action) => onChange({ action })}
      />
      <ProjectFilter value={filter.project} onChange={(project) => onChange({ project })} />
      <TimeFilter from={filter.from} to={filter.to} onChange={onChange} />
      <Button
        component="a"
        size="xs"
        variant="default"
        href={api.auditCsvUrl(filter)}
        download
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {t.export}
      </Button>
    </div>
  );
}

interface Option {
  value: string;
  label: string;
}

/** By name. A value of the URL may not occur any more. */
function offered(options: Option[], value: string, label: string): Option[] {
  const all =
    value === "" || options.some((option) => option.value === value) ? options : [...options, { value, label }];
  return all.toSorted((a, b) => a.label.localeCompare(b.label));
}

interface ChoiceProps {
  label: string;
  /** Words for no choice. */
  all: string;
  value: string;
  options: Option[];
  onChange: (value: string) => void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      {...bound(value, onChange)}
      data={[{ value: "", label: all }, ...options]}
    />
  );
}
