/** Examples that open an article and receive a save with this project's key, and the signature calculator. */
import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { settingsQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Block, Phrase, Source } from "../parts/basics.tsx";
import { May } from "../parts/May.tsx";
import { Calculator } from "./Calculator.tsx";
import {
  callbackUrlOf,
  EXAMPLES,
  type Example,
  type ExampleLanguage,
  type LanguageExamples,
  SECRET_LINE,
  variableLines,
} from "./examples.ts";

const TEXTS = import.meta.glob<string>("../../../resources/examples/*", {
  query: "?raw",
  import: "default",
  eager: true,
});

const examplesIn = (language: string) => EXAMPLES.find((each) => each.language === language);

export function IntegrateTab({ project }: { project: ProjectView }) {
  const [language, setLanguage] = useState<ExampleLanguage>("curl");
  const publicUrl = useQuery(settingsQuery).data?.appliance.public_url ?? "http://127.0.0.1:8420";
  const { open, receiver } = examplesIn(language) as LanguageExamples;
  const t = messages.projects.integrate;
  return (
    <>
      <section aria-labelledby="integrate-open">
        <h3 id="integrate-open" className="project-title">
          {t.open}
        </h3>
        <p>{t.variables}</p>
        <Source text={variableLines(project, publicUrl)} what={t.variablesWhat} />
        <p>{t.secretFirst}</p>
        <Source text={SECRET_LINE} what={t.secretLine} />
        <SegmentedControl
          mb="md"
          aria-label={t.language}
          size="xs"
          data={EXAMPLES.map(({ language: value, name }) => ({ value, label: name }))}
          value={language}
          onChange={(value) => setLanguage(examplesIn(value)?.language ?? "curl")}
        />
        <ExampleSource example={open} what={t.what.open} />
        <p>{t.openResult}</p>
      </section>
      <Block id="integrate-receive" title={t.receive}>
        {receiver === null ? (
          <p>{t.noReceiver}</p>
        ) : (
          <>
            <p>
              {t.receiveWhy} {t.receiveWhere(callbackUrlOf(project))}
            </p>
            <ExampleSource example={receiver} what={t.what.receive} />
          </>
        )}
        <p>
          <Phrase
            text={t.docs}
            parts={{
              guide: (words) => <a href={`${publicUrl}/docs/guide`}>{words}</a>,
              docs: (words) => <a href={`${publicUrl}/docs`}>{words}</a>,
            }}
          />
        </p>
      </Block>
      <May least="admin">
        <Calculator project={project} />
      </May>
    </>
  );
}

function ExampleSource({ example: { file, run }, what }: { example: Example; what: string }) {
  const t = messages.projects.integrate;
  const text = (TEXTS[`../../../resources/examples/${file}`] ?? "").trim();
  return (
    <>
      {run === null ? (
        <p>{t.paste}</p>
      ) : (
        <>
          <p>
            <Phrase text={t.saveAs} parts={{ code: () => <code>{file}</code> }} />
          </p>
          <Source text={run} what={t.what.run(file)} />
        </>
      )}
      <Source text={text} what={what} />
    </>
  );
}
