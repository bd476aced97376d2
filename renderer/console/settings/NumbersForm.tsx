import { NumberInput } from "@mantine/core";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { useChangeSettings } from "../data/changes.ts";
import { Form, FormEnd, faultsOf, useDraft } from "../parts/Form.tsx";

type Settings = SettingsView["settings"];
type NumberName = { [Name in keyof Settings]: Settings[Name] extends number ? Name : never }[keyof Settings];

interface NumberField<Name extends NumberName> {
  name: Name;
  min: number;
  max: number;
  /** Divisor for display, 1 by default. With a unit, decimals are accepted. */
  unit?: number;
}

interface NumbersFormProps<Name extends NumberName> {
  fields: readonly NumberField<Name>[];
  words: Readonly<Record<Name, { label: string; hint?: string }>>;
  settings: Settings;
}

export const MB = 1024 * 1024;

export function NumbersForm<Name extends NumberName>({ fields, words, settings }: NumbersFormProps<Name>) {
  const save = useChangeSettings();
  const saved: Partial<Record<NumberName, number | null>> = Object.fromEntries(
    fields.map(({ name, unit = 1 }) => [name, settings[name] / unit]),
  );
  const { values, changed, change, clear, discard } = useDraft(saved, save);
  const faults = faultsOf(save.error);

  const submit = () => {
    const edited = fields.filter(({ name }) => changed.includes(name));
    const patch = edited.map(({ name, unit = 1 }) => [name, Math.round((values[name] ?? 0) * unit)]);
    save.mutate(Object.fromEntries(patch), { onSuccess: clear });
  };

  return (
    <Form onSubmit={submit} noValidate={false}>
      {fields.map((field) => (
        <NumberInput
          key={field.name}
          className="settings-number"
          label={words[field.name].label}
          description={words[field.name].hint}
          min={field.min}
          max={field.max}
          clampBehavior="none"
          allowDecimal={field.unit !== undefined}
          thousandSeparator={field.max > 100_000 ? " " : ""}
          value={values[field.name] ?? ""}
          error={faults[field.name]}
          onChange={(value) => change({ [field.name]: typeof value === "number" ? value : null })}
        />
      ))}
      <FormEnd
        isChanged={changed.length > 0}
        isComplete={changed.every((name) => values[name] !== null)}
        save={save}
        fields={fields.map(({ name }) => name)}
        onDiscard={discard}
      />
    </Form>
  );
}
