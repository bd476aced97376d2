import { Button, Group, TextInput, type TextInputProps } from "@mantine/core";
import { type ComponentProps, type ReactNode, useState } from "react";
import { isAtFields } from "../lib/faults.ts";
import { useUnsavedChanges } from "../lib/leaving.ts";
import { messages } from "../messages/index.ts";
import { ErrorNote } from "./Notes.tsx";

/** A form that sends nothing by itself. */
export function Form({ onSubmit, ...rest }: Omit<ComponentProps<"form">, "onSubmit"> & { onSubmit: () => void }) {
  return (
    <form
      className="form"
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

/** Properties of a field that shows `value` and reports what is typed or chosen. */
export const bound = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
});

/** A field for what is read letter by letter. */
export function CodeInput(props: TextInputProps) {
  return <TextInput spellCheck={false} classNames={{ input: "mono-input" }} {...props} />;
}

interface Sending {
  isPending: boolean;
  error: unknown;
}

interface SubmitProps {
  send: Sending;
  action: string;
  /** False while input is missing. */
  ready?: boolean;
  said?: ReactNode;
  /** Fields that show their own errors. */
  fields?: readonly string[];
  variant?: "default" | "filled";
  onCancel?: () => void;
}

/** Error, status and button at the end of a form that sends something. */
export function Submit({ send, action, ready = true, said, fields = [], variant = "filled", onCancel }: SubmitProps) {
  return (
    <>
      {send.error !== null && !isAtFields(send.error, fields) && <ErrorNote error={send.error} />}
      <Group justify="flex-end">
        {said !== undefined && (
          <span className="form-said" role="status">
            {said}
          </span>
        )}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {messages.common.cancel}
          </Button>
        )}
        <Button type="submit" variant={variant} loading={send.isPending} disabled={!ready}>
          {action}
        </Button>
      </Group>
    </>
  );
}

interface Saving extends Sending {
  isSuccess: boolean;
  reset: () => void;
}

/** What is typed into a form, over the kept values, until it is saved or discarded. */
export function useDraft<Values extends object>(kept: Values, save: Pick<Saving, "reset">) {
  type Name = keyof Values;
  const [typed, setTyped] = useState<Partial<Values>>({});
  const values: Values = { ...kept, ...typed };
  const change = (part: Partial<Values>) => {
    save.reset();
    setTyped((before) => ({ ...before, ...part }));
  };
  return {
    values,
    change,
    /** Names of the values that differ. */
    changed: (Object.keys(typed) as Name[]).filter((name) => String(values[name]) !== String(kept[name])),
    /** Properties of the field of a text. */
    field: (name: Name) => bound(String(values[name]), (text) => change({ [name]: text } as Partial<Values>)),
    /** Properties of a switch. */
    toggle: (name: Name) => ({
      checked: Boolean(values[name]),
      onChange: (event: { currentTarget: { checked: boolean } }) =>
        change({ [name]: event.currentTarget.checked } as Partial<Values>),
    }),
    clear: () => setTyped({}),
    discard() {
      save.reset();
      setTyped({});
    },
  };
}

export interface FormEndProps {
  isChanged: boolean;
  isComplete?: boolean;
  save: Saving;
  /** Fields that show their own errors. */
  fields?: readonly string[];
  onDiscard?: () => void;
}

/** Status, Discard and Save of a settings form. Leaving with changes asks first. */
export function FormEnd({ isChanged, isComplete = true, save, fields = [], onDiscard }: FormEndProps) {
  const t = messages.settings;
  useUnsavedChanges(isChanged);
  return (
    <>
      {save.error !== null && !isAtFields(save.error, fields) && <ErrorNote error={save.error} />}
      <Group justify="flex-end">
        <span className="form-said" role="status">
          {isChanged ? messages.common.notSavedYet : save.isSuccess ? messages.common.saved : ""}
        </span>
        {isChanged && onDiscard && (
          <Button variant="default" onClick={onDiscard} disabled={save.isPending}>
            {t.discard}
          </Button>
        )}
        <Button type="submit" loading={save.isPending} disabled={!isChanged || !isComplete}>
          {t.save}
        </Button>
      </Group>
    </>
  );
}
