import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { messages } from "../../../messages/index.ts";
import { targetFromTyped } from "../../../ui/lib/links.ts";
import { usePanel } from "./panel.ts";

const MAX_LENGTH = 4_000;

interface TextFieldProps extends Omit<ComponentProps<"input">, "value"> {
  label: string;
  value: unknown;
  onWrite(value: string): void;
}

/** Other attributes are set on the input. */
export function TextField({ label, value, onWrite, ...input }: TextFieldProps) {
  const typing = useTyping(value, onWrite);
  return (
    <label className="block-field">
      <span>{label}</span>
      <input className="field" autoComplete="off" maxLength={MAX_LENGTH} {...input} {...typing} type="text" />
    </label>
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

/** Edits the attribute `href`. An invalid URL is reported and kept as typed, so that it can be corrected. */
export function LinkField(field: { label: string; placeholder: string }) {
  const { block, node } = usePanel();
  const href = String(node.attrs.href);
  const isProblem = href !== "" && targetFromTyped(href) === null;
  const problemId = useId();
  return (
    <>
      <TextField
        {...field}
        value={href}
        aria-invalid={isProblem}
        aria-describedby={problemId}
        onWrite={(typed) => block.write({ href: targetFromTyped(typed) ?? typed })}
      />
      <p className="block-problem" id={problemId} role="status">
        {isProblem ? messages.link.problem : ""}
      </p>
    </>
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
    <label className="block-field">
      <span>{label}</span>
      <select className="field" value={String(value)} onChange={(event) => onWrite(event.currentTarget.value)}>
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function PanelRow({ children }: { children: ReactNode }) {
  return <div className="block-row row">{children}</div>;
}
