import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { messages } from "../../../messages/index.ts";
import { problemOf, targetFromTyped } from "../../../ui/lib/links.ts";
import { usePanel } from "./panel.ts";

const MAX_LENGTH = 4_000;

/** State that outlives the field as long as the block is shown. */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const { block } = usePanel();
  const [value, setValue] = useState(() => (block.kept.has(name) ? (block.kept.get(name) as Value) : initial));
  return [
    value,
    (next) => {
      block.kept.set(name, next);
      setValue(next);
    },
  ];
}

export function Field({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div className="block-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface TextFieldProps {
  label: string;
  value: unknown;
  placeholder?: string;
  maxLength?: number;
  onWrite(value: string): void;
}

export function TextField({ label, value, placeholder, maxLength, onWrite }: TextFieldProps) {
  const typing = useTyping(value, onWrite);
  return (
    <Field label={label}>{(id) => <Line id={id} placeholder={placeholder} maxLength={maxLength} {...typing} />}</Field>
  );
}

export function AttributeField({ name, ...field }: Omit<TextFieldProps, "value" | "onWrite"> & { name: string }) {
  const { block, node } = usePanel();
  return <TextField {...field} value={node.attrs[name]} onWrite={(value) => block.write({ [name]: value })} />;
}

/** Shows the block's value or, while the journalist types, the typed text. */
export function useTyping(value: unknown, onWrite: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? String(value ?? ""),
    onChange(event: { currentTarget: { value: string } }) {
      setTyped(event.currentTarget.value);
      onWrite(event.currentTarget.value);
    },
    onBlur: () => setTyped(null),
  };
}

function Line(props: ComponentProps<"input">) {
  return (
    <input className="field" autoComplete="off" {...props} type="text" maxLength={props.maxLength ?? MAX_LENGTH} />
  );
}

/** Edits the attribute `href`. An invalid URL is reported, stays in the field and clears the link. */
export function LinkField({ label, placeholder }: Pick<TextFieldProps, "label" | "placeholder">) {
  const { block, node } = usePanel();
  const value: unknown = node.attrs.href;
  const [entry, setEntry] = useKept<{ typed: string; target: string } | null>("link", null);
  const current = entry !== null && entry.target === value ? entry : null;
  const problem = current === null ? null : problemOf(current.typed);
  return (
    <Field label={label}>
      {(id) => (
        <>
          <Line
            id={id}
            placeholder={placeholder}
            value={current?.typed ?? String(value ?? "")}
            aria-invalid={problem !== null}
            aria-describedby={problem !== null ? `${id}-problem` : undefined}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              const target = typed.trim() === "" ? "" : (targetFromTyped(typed) ?? "");
              setEntry({ typed, target });
              block.write({ href: target });
            }}
          />
          {problem !== null && (
            <p className="block-problem" id={`${id}-problem`} role="alert">
              {messages.link.problems[problem]}
            </p>
          )}
        </>
      )}
    </Field>
  );
}

interface ChoiceFieldProps {
  label: string;
  value: unknown;
  choices: readonly (readonly [value: string, label: string])[];
  onWrite(value: string): void;
}

export function ChoiceField({ label, value, choices, onWrite }: ChoiceFieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          className="field"
          value={String(value)}
          onChange={(event) => onWrite(event.currentTarget.value)}
        >
          {choices.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function PanelRow({ children }: { children: ReactNode }) {
  return <div className="block-row row">{children}</div>;
}
