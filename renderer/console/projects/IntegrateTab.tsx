/** Examples that open an article and receive a save with this project's key, and the signature calculator. */
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectView, SigningBody, SigningView } from "../../../server/contracts/projects-api.ts";
import { localized } from "../../shared/language.ts";
import { api } from "../data/api.ts";
import { settingsQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Block, CopyFact, CopyLine, Fact, Facts, Mark, Phrase, Source, TimePhrase } from "../parts/basics.tsx";
import { Segments } from "../parts/Choices.tsx";
import { CodeInput, Form, Submit, useDraft } from "../parts/Form.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import {
  callbackUrlOf,
  EXAMPLES,
  type Example,
  type ExampleLanguage,
  LANGUAGES,
  SECRET_LINE,
  variableLines,
} from "./examples.ts";

const TEXTS = import.meta.glob<string>("../../../resources/examples/*", {
  query: "?raw",
  import: "default",
  eager: true,
});

export function IntegrateTab({ project }: { project: ProjectView }) {
  const [language, setLanguage] = useState<ExampleLanguage>("curl");
  const publicUrl = useQuery(settingsQuery).data?.appliance.public_url ?? "http://127.0.0.1:8420";
  const { open, receiver } = EXAMPLES[language];
  const t = messages.projects.integrate;
  return (
    <>
      <Block id="integrate-open" title={t.open} className="project-part">
        <p>{t.variables}</p>
        <Source text={variableLines(project, publicUrl)} what={t.variablesWhat} />
        <p>{t.secretFirst}</p>
        <Source text={SECRET_LINE} what={t.secretLine} />
        <Segments
          mb="md"
          label={messages.common.appearance.language}
          words={LANGUAGES}
          value={language}
          onChange={setLanguage}
        />
        <ExampleSource example={open} />
        <p>{t.openResult}</p>
      </Block>
      <Block id="integrate-receive" title={t.receive}>
        {receiver === null ? (
          <p>{t.noReceiver}</p>
        ) : (
          <>
            <p>
              {t.receiveWhy} {t.receiveWhere(callbackUrlOf(project))}
            </p>
            <ExampleSource example={receiver} />
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
      <RequireRole atLeast="admin">
        <Calculator project={project} />
      </RequireRole>
    </>
  );
}

function ExampleSource({ example: { file, run } }: { example: Example }) {
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
          <Source text={run} what={run} />
        </>
      )}
      <Source text={text} what={file} />
    </>
  );
}

function Calculator({ project }: { project: ProjectView }) {
  const sign = useMutation({ mutationFn: (body: SigningBody) => api.sign(project.id, body) });
  const { values, field, send } = useDraft({ material_id: "article-1", url: callbackUrlOf(project), given: "" }, sign);
  const { given, ...input } = values;
  const t = messages.projects.calculator;

  return (
    <Block id="calculator" title={t.title}>
      <p>{t.why}</p>
      <Form onSubmit={() => sign.mutate({ ...input, ...(given === "" ? {} : { given }) })}>
        <CodeInput label={messages.common.materialId} {...field("material_id")} required maxLength={1_024} />
        <CodeInput label={t.url} description={t.urlWhy} {...field("url")} required maxLength={8_192} />
        <CodeInput label={t.given} {...field("given")} maxLength={10_000} autoComplete="off" />
        <Submit send={send} action={t.action} variant="default" />
      </Form>
      <div role="status">{sign.data !== undefined && <Signed view={sign.data} />}</div>
    </Block>
  );
}

function Signed({ view: { text, signatures, check } }: { view: SigningView }) {
  const t = messages.projects.calculator;
  return (
    <>
      {check !== null && (
        <p className="line">
          {check.secret !== null ? (
            <Mark tone="good" Icon={IconCheck}>
              {t.right[check.secret]}
            </Mark>
          ) : (
            <>
              <Mark tone="bad" Icon={IconX}>
                {t.wrong}
              </Mark>{" "}
              <span>{localized(check.diagnosis, check.diagnosis_sentence)}</span>
            </>
          )}
        </p>
      )}
      <Facts>
        <CopyFact name={t.signed} value={text} />
        {signatures.map(({ secret, hint, signature, accepted_until, signs_callbacks }) => (
          <Fact key={hint + accepted_until} name={t.by[secret]}>
            <CopyLine value={signature} what={t.signature} />
            <div className="muted">
              <code>{hint}</code>
              {accepted_until !== null && (
                <>
                  {" · "}
                  <TimePhrase text={messages.projects.keys.acceptedUntil} iso={accepted_until} />
                </>
              )}
              {signatures.length > 1 && signs_callbacks && ` · ${t.callbacks}`}
            </div>
          </Fact>
        ))}
      </Facts>
    </>
  );
}
