import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useId, useState } from "react";
import { chooseLanguage, LANGUAGE_CHOICES, type LanguageChoice, languageChoice, messages } from "../messages/index.ts";

const SCHEMES = ["auto", "light", "dark"] as const;

export function Appearance() {
  const t = messages.common.appearance;
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [language, setLanguage] = useState(languageChoice);
  return (
    <div className="form">
      <Choice
        label={t.scheme}
        value={colorScheme}
        choices={SCHEMES.map((value) => ({ value, label: t.schemes[value] }))}
        onChange={setColorScheme}
      />
      <Choice<LanguageChoice>
        label={t.language}
        value={language}
        choices={LANGUAGE_CHOICES.map((value) => ({ value, label: t.languages[value] }))}
        onChange={(choice) => {
          setLanguage(choice);
          void chooseLanguage(choice);
        }}
      />
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: { value: T; label: string }[];
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div>
      <p id={id}>{label}</p>
      <SegmentedControl aria-labelledby={id} data={choices} value={value} onChange={onChange} size="sm" />
    </div>
  );
}
