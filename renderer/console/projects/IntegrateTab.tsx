/** Programs that open an article and take a save with this project's key, and the signature calculator. */
import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { settingsQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Phrase } from "../parts/Phrase.tsx";
import { Source } from "../parts/Source.tsx";
import { Calculator } from "./Calculator.tsx";
import {
  callbackUrlOf,
  LANGUAGES,
  openSnippet,
  receiverSnippet,
  SECRET_LINE,
  type Snippet,
  type SnippetLanguage,
} from "./snippets.ts";

export function IntegrateTab({ project }: { project: ProjectView }) {
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const publicUrl = useQuery(settingsQuery).data?.appliance.public_url ?? "http://127.0.0.1:8420";
  const receiver = receiverSnippet(language, project, publicUrl);
  const t = messages.projects.integrate;
  return (
    <>
      <section aria-labelledby="integrate-open">
        <h3 id="integrate-open" className="project-title">
          {t.open}
        </h3>
        <p>{t.openWhy}</p>
        <SegmentedControl
          className="project-languages"
          aria-label={t.language}
          size="xs"
          data={LANGUAGES.map(({ language: value, name }) => ({ value, label: name }))}
          value={language}
          onChange={(value) => setLanguage(LANGUAGES.find((each) => each.language === value)?.language ?? "curl")}
        />
        <p>{t.secretFirst}</p>
        <Source text={SECRET_LINE} what={t.secretLine} />
        <Program snippet={openSnippet(language, project, publicUrl)} what={t.what.open} />
      </section>
      <section className="block" aria-labelledby="integrate-receive">
        <h3 id="integrate-receive">{t.receive}</h3>
        {receiver === null ? (
          <p>{t.noReceiver}</p>
        ) : (
          <>
            <p>
              {t.receiveWhy} {t.receiveWhere(callbackUrlOf(project))}
            </p>
            <Program snippet={receiver} what={t.what.receive} />
          </>
        )}
        <p>
          <Phrase text={t.docs} parts={{ docs: (words) => <a href={`${publicUrl}/docs`}>{words}</a> }} />
        </p>
      </section>
      <Calculator project={project} />
    </>
  );
}

function Program({ snippet, what }: { snippet: Snippet; what: string }) {
  const t = messages.projects.integrate;
  return (
    <>
      {snippet.fileName === "" ? (
        <p>{t.paste}</p>
      ) : (
        <>
          <p>
            <Phrase text={t.saveAs} parts={{ code: () => <code>{snippet.fileName}</code> }} />
          </p>
          <Source text={snippet.run} what={t.what.run(snippet.fileName)} />
        </>
      )}
      <Source text={snippet.text} what={what} />
    </>
  );
}
