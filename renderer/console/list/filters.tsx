import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { timeOf } from "../data/filters.ts";
import { useSiteProject } from "../data/me.ts";
import { projectsQuery } from "../data/queries.ts";
import { forInput } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { FilterChoice } from "../parts/Choices.tsx";
import { bound } from "../parts/Form.tsx";

const DEBOUNCE_MS = 200;

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called after a pause in typing. */
  onChange: (value: string) => void;
  /** Whether "/" focuses it, as MasterDetail does. */
  hasKey?: boolean;
}

export function SearchField({ label, value, onChange, hasKey = true }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const report = useDebouncedCallback((text: string) => {
    if (text === reported.current) return;
    reported.current = text;
    onChange(text.trim());
  }, DEBOUNCE_MS);

  useEffect(() => {
    if (value === reported.current) return;
    report.cancel();
    reported.current = value;
    setTyped(value);
  }, [value, report]);

  return (
    <TextInput
      className="list-search"
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      data-search
      {...bound(typed, (text) => {
        setTyped(text);
        report(text);
      })}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={hasKey && typed === "" ? <kbd>/</kbd> : null}
    />
  );
}

interface ProjectFilterProps {
  value: string;
  onChange: (project: string) => void;
}

/** A site link shows one project only. */
export function ProjectFilter(props: ProjectFilterProps) {
  return useSiteProject() === null && <ProjectChoice {...props} />;
}

function ProjectChoice({ value, onChange }: ProjectFilterProps) {
  const items = useInfiniteQuery(projectsQuery).data ?? [];
  const names = Object.fromEntries(items.map(({ id, name }) => [id, name]));
  // A project of the URL may not be on the first page.
  const one = value === "" || value in names ? {} : { [value]: messages.common.oneProject };
  return (
    <FilterChoice
      label={messages.common.project}
      words={{ "": messages.common.allProjects, ...names, ...one }}
      value={value}
      onChange={onChange}
    />
  );
}

interface TimeFilterProps {
  /** ISO time, or an age: `24h`, `7d`; "" for none. */
  from: string;
  to: string;
  onChange: (changed: { from?: string; to?: string }) => void;
}

/** An age, or two times. */
export function TimeFilter({ from, to, onChange }: TimeFilterProps) {
  const t = messages.common.time;
  const isAge = from in t.ages && to === "";
  const [isBetween, setBetween] = useState(!isAge && from + to !== "");
  return (
    <>
      <FilterChoice<string>
        label={t.label}
        words={{ "": t.any, ...t.ages, between: t.between }}
        value={isBetween ? "between" : from}
        onChange={(value) => {
          setBetween(value === "between");
          onChange(value === "between" ? { from: timeOf(from) } : { from: value, to: "" });
        }}
      />
      {isBetween && (
        <>
          <Moment label={t.from} value={from} onChange={(moment) => onChange({ from: moment })} />
          <Moment label={t.to} value={to} onChange={(moment) => onChange({ to: moment })} />
        </>
      )}
    </>
  );
}

function Moment({ label, value, onChange }: { label: string; value: string; onChange: (iso: string) => void }) {
  return (
    <TextInput
      type="datetime-local"
      size="xs"
      aria-label={label}
      value={value === "" ? "" : forInput(new Date(value))}
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? "" : timeOf(currentTarget.value))}
    />
  );
}
