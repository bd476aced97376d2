import { Button, Group, PasswordInput, Text, TextInput, type TextInputProps } from "@mantine/core";
import { type ComponentProps, type ReactNode, useState } from "react";
import { ApiError } from "../../shared/api-client.ts";
import { localized } from "../../shared/language.ts";
import { useUnsavedChanges } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { ErrorNote } from "./Notes.tsx";
import "@mantine/core/styles/PasswordInput.layer.css";

/** A form without the default submit. The browser shows a missing value at its field, in words of the console. */
export function Form({ onSubmit, ...rest }: Omit<ComponentProps<"form">, "onSubmit"> & { onSubmit: () => void }) {
  return (
    <form
      className="form"
      {...rest}
      // The browser's own words are in its language.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React sends it on to a form around a dialog.
        event.stopPropagation();
        if (isComplete(event.currentTarget)) onSubmit();
      }}
    />
  );
}

/** Shows the fault of the first field that has one. */
function isComplete(form: HTMLFormElement): boolean {
  const { common, invitation } = messages;
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")) {
    field.setCustomValidity("");
    const { valid, valueMissing, tooShort } = field.validity;
    if (valid) continue;
    const fault = tooShort ? invitation.passwordHint(field.minLength) : common.invalidValue;
    field.setCustomValidity(valueMissing ? common.missingValue : fault);
    return field.reportValidity();
  }
  return true;
}

/** Props of a field that shows `value` and reports changes. */
export const bound = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
});

/** A field for codes, keys and URLs. */
export function CodeInput(props: TextInputProps) {
  return <TextInput spellCheck={false} classNames={{ input: "mono-input" }} {...props} />;
}

/** The entries of a list with commas, spaces or line breaks between them. */
export const entriesOf = (text: string) => text.split(/[,;\s]+/).filter(Boolean);

interface Sending {
  isPending: boolean;
  error: unknown;
}

interface SubmitProps {
  send: Sending;
  action: string;
  /** False while input is missing. */
  ready?: boolean;
  status?: ReactNode;
  variant?: "default" | "filled";
  onCancel?: () => void;
  children?: ReactNode;
}

/** Error, status and buttons at the end of a form. */
export function Submit(props: SubmitProps) {
  const { send, action, ready = true, status, variant = "filled", onCancel, children } = props;
  return (
    <>
      {send.error !== null && <ErrorNote error={send.error} />}
      <Group justify="flex-end">
        {status !== undefined && (
          <Text span c="dimmed" flex={1} role="status">
            {status}
          </Text>
        )}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {messages.common.cancel}
          </Button>
        )}
        {children}
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

/** The edits of a form on top of the saved values, until they are saved or discarded. Its fields show their errors. */
export function useDraft<Values extends object, Save extends Saving>(saved: Values, save: Save) {
  type Name = keyof Values & string;
  const [typed, setTyped] = useState<Partial<Values>>({});
  const values: Values = { ...saved, ...typed };
  const faults = faultsOf(save.error);
  const isAtFields = Object.keys(faults).length > 0 && Object.keys(faults).every((name) => name in values);
  const change = (part: Partial<Values>) => {
    save.reset();
    setTyped((before) => ({ ...before, ...part }));
  };
  const set = (name: Name, value: unknown) => change({ [name]: value } as Partial<Values>);
  const changed = (Object.keys(typed) as Name[]).filter((name) => String(values[name]) !== String(saved[name]));
  return {
    values,
    change,
    changed,
    isChanged: changed.length > 0,
    /** The request, without the errors that the fields show. */
    send: { ...save, error: isAtFields ? null : save.error },
    field: (name: Name) => ({ ...bound(String(values[name]), (text) => set(name, text)), error: faults[name] }),
    /** A number, or null while the field is empty. */
    number: (name: Name) => ({
      value: (values[name] as number | null) ?? "",
      onChange: (value: number | string) => set(name, typeof value === "number" ? value : null),
      error: faults[name],
      clampBehavior: "none" as const,
      required: true,
    }),
    choice: <N extends Name>(name: N) => ({ value: values[name], onChange: (value: Values[N]) => set(name, value) }),
    toggle: (name: Name) => ({
      checked: Boolean(values[name]),
      onChange: (event: { currentTarget: { checked: boolean } }) => set(name, event.currentTarget.checked),
    }),
    clear: () => setTyped({}),
    discard() {
      save.reset();
      setTyped({});
    },
  };
}

/** The edits of a list on top of the saved values, so that saving keeps what another admin has changed meanwhile. */
export function useListDraft(saved: readonly string[], save: Saving) {
  const [edits, setEdits] = useState<{ added: string[]; removed: string[] }>({ added: [], removed: [] });
  const without = (values: readonly string[], others: readonly string[]) =>
    values.filter((value) => !others.includes(value));
  const values = [...without(saved, edits.removed), ...without(edits.added, saved)];
  const change = (typed: readonly string[]) => {
    save.reset();
    setEdits({ added: without(typed, saved), removed: without(saved, typed) });
  };
  return {
    values,
    isChanged: values.join("\n") !== saved.join("\n"),
    send: save,
    change,
    clear: () => setEdits({ added: [], removed: [] }),
    discard: () => change(saved),
  };
}

interface FormEndProps {
  form: { isChanged: boolean; send: Saving; discard: () => void };
}

/** Status, Discard and Save of a settings form. Leaving with changes asks first. */
export function FormEnd({ form: { isChanged, send, discard } }: FormEndProps) {
  useUnsavedChanges(isChanged);
  return (
    <Submit
      send={send}
      action={messages.settings.save}
      ready={isChanged}
      status={isChanged ? messages.common.notSavedYet : send.isSuccess ? messages.common.saved : ""}
    >
      {isChanged && (
        <Button variant="default" onClick={discard} disabled={send.isPending}>
          {messages.settings.discard}
        </Button>
      )}
    </Submit>
  );
}

/** First error of each field of a 422, which names a wrong entry of a list; empty for other errors. */
function faultsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.body === null || typeof error.body !== "object") return {};
  const { detail } = error.body as { detail?: unknown };
  if (!Array.isArray(detail)) return {};
  const faults: Record<string, string> = {};
  for (const fault of detail as { loc?: unknown; msg?: unknown; input?: unknown }[]) {
    const loc: unknown[] = Array.isArray(fault.loc) ? fault.loc : [];
    const field = loc.findLast((part) => typeof part === "string");
    if (field === undefined || typeof fault.msg !== "string") continue;
    const isEntry = typeof loc.at(-1) === "number" && fault.input !== undefined;
    const entry = isEntry ? `${JSON.stringify(fault.input)}: ` : "";
    faults[field] ??= entry + localized(fault.msg.replace(/^Value error, /, ""), fault);
  }
  return faults;
}

const MIN_PASSPHRASE = 8;

/** The passphrase of a backup or a replica. */
export function PassphraseField(props: TextInputProps) {
  return (
    <TextInput
      label={messages.backups.passphrase}
      type="password"
      autoComplete="new-password"
      minLength={MIN_PASSPHRASE}
      {...props}
    />
  );
}

/** A password with a button that shows it, also by keyboard. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ "aria-label": messages.login.showPassword, tabIndex: 0 }}
    />
  );
}
