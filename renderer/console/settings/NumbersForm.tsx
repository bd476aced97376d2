import { NumberInput } from "@mantine/core";
import { useState } from "react";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { useChangeSettings } from "../data/changes.ts";
import { faultsOf, isAtFields } from "../lib/faults.ts";
import { Form, FormEnd } from "../parts/Form.tsx";

type Settings = SettingsView["settings"];
type NumberName = { [Name in keyof Settings]: Settings[Name] extends number ? Name : never }[keyof Settings];

interface NumberField {
  name: NumberName;
  min: number;
  max: number;
  /** Divisor for display, 1 by default. With a unit, decimals are accepted. */
  unit?: number;
  words: { label: string; hint?: string };
}

export const MB = 1024 * 1024;

export function NumbersForm({ fields, settings }: { fields: readonly NumberField[]; settings: Settings }) {
  const save = useChangeSettings();
  /** null for text that is not a number. */
  const [typed, setTyped] = useState<Partial<Record<NumberName, number | null>>>({});
  const shown = ({ name, unit = 1 }: NumberField) => {
    const given = typed[name];
    return given === undefined ? settings[name] / unit : given;
  };
  const numberOf = (field: NumberField) => {
    const value = shown(field);
    return value === null ? null : Math.round(value * (field.unit ?? 1));
  };
  const changed = fields.filter((field) => numberOf(field) !== settings[field.name]);
  const faults = faultsOf(save.error);

  const submit = () => {
    save.mutate(Object.fromEntries(changed.map((field) => [field.name, numberOf(field)])), {
      onSuccess: () => setTyped({}),
    });
  };

  return (
    <Form onSubmit={submit} noValidate={false}>
      {fields.map((field) => (
        <NumberInput
          key={field.name}
          className="settings-number"
          label={field.words.label}
          description={field.words.hint}
          min={field.min}
          max={field.max}
          clampBehavior="none"
          allowDecimal={field.unit !== undefined}
          thousandSeparator={field.max > 100_000 ? " " : ""}
          value={shown(field) ?? ""}
          error={faults[field.name]}
          onChange={(value) => {
            save.reset();
            setTyped((before) => ({ ...before, [field.name]: typeof value === "number" ? value : null }));
          }}
        />
      ))}
      <FormEnd
        isChanged={changed.length > 0}
        isComplete={changed.every((field) => numberOf(field) !== null)}
        save={save}
        showsError={
          !isAtFields(
            save.error,
            fields.map(({ name }) => name),
          )
        }
        onDiscard={() => {
          save.reset();
          setTyped({});
        }}
      />
    </Form>
  );
}
