import { useId } from "react";

export interface RadioRowProps<Value extends string> {
  label: string;
  /** value, words, and a hint for the pointer. */
  options: readonly (readonly [value: Value, words: string, hint?: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

export function RadioRow<Value extends string>({ label, options, value, onChange }: RadioRowProps<Value>) {
  const name = useId();
  return (
    <fieldset className="radio-row">
      <legend className="unseen">{label}</legend>
      {options.map(([each, words, hint]) => (
        <label key={each} title={hint}>
          <input type="radio" name={name} value={each} checked={each === value} onChange={() => onChange(each)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
