import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 200;

export interface SearchFieldProps {
  label: string;
  value: string;
  /** Told when the typing pauses. */
  onChange: (value: string) => void;
}

/** The list's search; "/" brings the focus here (MasterDetail). */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;

  useEffect(() => {
    if (value !== told.current) {
      told.current = value;
      setTyped(value);
    }
  }, [value]);

  useEffect(() => {
    if (typed === told.current) return;
    const timer = setTimeout(() => {
      told.current = typed;
      latestOnChange.current(typed.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <TextInput
      className="search-field"
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      data-search
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed === "" ? <kbd className="key-hint">/</kbd> : null}
    />
  );
}
