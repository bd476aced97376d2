import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ProjectView, SigningBody, SigningView } from "../../../server/contracts/projects-api.ts";
import { said } from "../../shared/language.ts";
import { api } from "../data/api.ts";
import { messages } from "../messages/index.ts";
import { Block, CopyFact, CopyLine, Fact, Facts, Mark, TimePhrase } from "../parts/basics.tsx";
import { CodeInput, Form, Submit, useDraft } from "../parts/Form.tsx";
import { callbackUrlOf } from "./examples.ts";

export function Calculator({ project }: { project: ProjectView }) {
  const sign = useMutation({ mutationFn: (body: SigningBody) => api.sign(project.id, body), gcTime: 0 });
  const { values, field } = useDraft({ material_id: "article-1", url: callbackUrlOf(project), given: "" }, sign);
  const { given, ...input } = values;
  const t = messages.projects.calculator;

  return (
    <Block id="calculator" title={t.title}>
      <p>{t.why}</p>
      <Form onSubmit={() => sign.mutate({ ...input, ...(given === "" ? {} : { given }) })}>
        <CodeInput label={messages.common.materialId} {...field("material_id")} maxLength={1_024} />
        <CodeInput label={t.url} description={t.urlWhy} {...field("url")} maxLength={8_192} />
        <CodeInput label={t.given} {...field("given")} maxLength={10_000} autoComplete="off" />
        <Submit
          send={sign}
          action={given === "" ? t.action : t.actionCheck}
          ready={input.material_id !== "" && input.url !== ""}
          variant="default"
        />
      </Form>
      <div role="status">{sign.data !== undefined && <Signed view={sign.data} />}</div>
    </Block>
  );
}

function Signed({ view: { text, signatures, check } }: { view: SigningView }) {
  const t = messages.projects.calculator;
  return (
    <div className="project-signed">
      {check !== null && (
        <p className="line">
          {check.secret !== null ? (
            <Mark tone="taken" Icon={IconCheck}>
              {t.right[check.secret]}
            </Mark>
          ) : (
            <>
              <Mark tone="refused" Icon={IconX}>
                {t.wrong}
              </Mark>{" "}
              <span>{said(check.diagnosis, check.diagnosis_sentence)}</span>
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
    </div>
  );
}
