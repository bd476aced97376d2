import { NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSiteProject } from "../data/me.ts";
import { projectsQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { bound } from "../parts/Form.tsx";

const DEBOUNCE_MS = 200;

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called after a pause in typing. */
  onChange: (value: string) => void;
}

/** "/" focuses it (MasterDetail). */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;

  useEffect(() => {
    if (value !== reported.current) {
      reported.current = value;
      setTyped(value);
    }
  }, [value]);

  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = typed;
      latestOnChange.current(typed.trim());
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <TextInput
      className="list-search"
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      data-search
      {...bound(typed, setTyped)}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed === "" ? <kbd className="list-key">/</kbd> : null}
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
  const options = items.map((project) => ({ value: project.id, label: project.name }));
  // A project of the URL may not be on the first page.
  if (value !== "" && !items.some((project) => project.id === value))
    options.push({ value, label: messages.common.oneProject });
  return (
    <NativeSelect
      size="xs"
      aria-label={messages.common.project}
      {...bound(value, onChange)}
      data={[{ value: "", label: messages.common.allProjects }, ...options]}
    />
  );
}
