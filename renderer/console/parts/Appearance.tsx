import { useMantineColorScheme } from "@mantine/core";
import { useState } from "react";
import { chooseLanguage, languageChoice, messages } from "../messages/index.ts";
import { Segments } from "./Choices.tsx";

export function Appearance() {
  const t = messages.common.appearance;
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [language, setLanguage] = useState(languageChoice);
  return (
    <div className="form">
      <Labelled label={t.scheme} words={t.schemes} value={colorScheme} onChange={setColorScheme} />
      <Labelled
        label={t.language}
        words={t.languages}
        value={language}
        onChange={(choice) => {
          setLanguage(choice);
          void chooseLanguage(choice);
        }}
      />
    </div>
  );
}

type LabelledProps<T extends string> = Parameters<typeof Segments<T>>[0];

function Labelled<T extends string>(props: LabelledProps<T>) {
  return (
    <div>
      <p aria-hidden>{props.label}</p>
      <Segments size="sm" {...props} />
    </div>
  );
}
