import {
  NativeSelect,
  type NativeSelectProps,
  Radio,
  SegmentedControl,
  type SegmentedControlProps,
  Stack,
} from "@mantine/core";

interface Choosing<T extends string> {
  /** Label of each choice, in order. */
  words: Readonly<Record<T, string>>;
  value: T;
  onChange: (value: T) => void;
}

const optionsOf = <T extends string>(words: Readonly<Record<T, string>>): { value: T; label: string }[] =>
  namesOf(words).map((value) => ({ value, label: words[value] }));

/** The keys of choices, in order. */
export const namesOf = <T extends string>(words: Readonly<Record<T, string>>) => Object.keys(words) as T[];

type ChoiceProps<T extends string> = Choosing<T> & Omit<NativeSelectProps, "data" | keyof Choosing<T>>;

/** A select. A value from a URL or the API that is not in the list becomes a choice. */
export function Choice<T extends string>({ words, value, onChange, ...rest }: ChoiceProps<T>) {
  const options = optionsOf(words);
  if (!(value in words)) options.push({ value, label: value });
  return (
    <NativeSelect
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as T)}
      data={options}
    />
  );
}

/** The select above a list. */
export function FilterChoice<T extends string>({ label, ...rest }: ChoiceProps<T> & { label: string }) {
  return <Choice size="xs" aria-label={label} {...rest} />;
}

type SegmentsProps<T extends string> = Choosing<T> & { label: string } & Pick<
    SegmentedControlProps<T>,
    "size" | "className" | "style" | "mb"
  >;

export function Segments<T extends string>({ label, words, ...rest }: SegmentsProps<T>) {
  return <SegmentedControl size="xs" aria-label={label} data={optionsOf(words)} {...rest} />;
}

interface RadiosProps<T extends string> extends Choosing<T> {
  label: string;
  description?: string;
  about?: Readonly<Record<T, string>>;
}

export function Radios<T extends string>({ words, about, onChange, ...rest }: RadiosProps<T>) {
  return (
    <Radio.Group {...rest} onChange={(value) => onChange(value as T)}>
      <Stack gap="xs" mt="xs">
        {namesOf(words).map((name) => (
          <Radio key={name} value={name} label={words[name]} description={about?.[name]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
