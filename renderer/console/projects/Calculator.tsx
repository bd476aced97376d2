import { Button, TextInput } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectView, SigningView } from "../../../server/contracts/projects-api.ts";
import { said } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { messages } from "../messages/index.ts";
import { CopyLine, Fact, Facts, Phrase } from "../parts/basics.tsx";
import { bound, Form } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { callbackUrlOf } from "./examples.ts";

export function Calculator({ project }: { project: ProjectView }) {
  const [material, setMaterial] = useState("article-1");
  const [url, setUrl] = useState(() => callbackUrlOf(project));
  const [given, setGiven] = useState("");
  const sign = useMutation({
    mutationFn: () => api.sign(project.id, { material_id: material, url, ...(given === "" ? {} : { given }) }),
    gcTime: 0,
  });
  const t = messages.projects.calculator;

  return (
    <section className="block" aria-labelledby="calculator">
      <h3 id="calculator">{t.title}</h3>
      <p>{t.why}</p>
      <Form onSubmit={() => sign.mutate()} onChange={sign.reset}>
        <TextInput
          label={t.material}
          {...bound(material, setMaterial)}
          maxLength={1_024}
          classNames={{ input: "mono-input" }}
          spellCheck={false}
        />
        <TextInput
          label={t.url}
          description={t.urlWhy}
          {...bound(url, setUrl)}
          maxLength={8_192}
          classNames={{ input: "mono-input" }}
          spellCheck={false}
        />
        <TextInput
          label={t.given}
          {...bound(given, setGiven)}
          maxLength={10_000}
          classNames={{ input: "mono-input" }}
          autoComplete="off"
          spellCheck={false}
        />
        {sign.error && <ErrorNote error={sign.error} />}
        <div className="form-end">
          <Button type="submit" variant="default" loading={sign.isPending} disabled={material === "" || url === ""}>
            {given === "" ? t.action : t.actionCheck}
          </Button>
        </div>
      </Form>
      <div role="status">{sign.data !== undefined && <Signed view={sign.data} />}</div>
    </section>
  );
}

function Signed({ view: { text, signatures, check } }: { view: SigningView }) {
  const t = messages.projects.calculator;
  return (
    <div className="project-signed">
      {check !== null && (
        <p className="line">
          {check.secret !== null ? (
            <span className="state-mark state-taken">
              <IconCheck size={14} stroke={2} aria-hidden />
              {t.right[check.secret]}
            </span>
          ) : (
            <>
              <span className="state-mark state-refused">
                <IconX size={14} stroke={2} aria-hidden />
                {t.wrong}
              </span>{" "}
              <span>{said(check.diagnosis, check.diagnosis_sentence)}</span>
            </>
          )}
        </p>
      )}
      <Facts>
        <Fact name={t.signed}>
          <CopyLine value={text} what={t.signed} />
        </Fact>
        {signatures.map(({ secret, hint, signature, accepted_until, signs_callbacks }) => (
          <Fact key={hint + accepted_until} name={t.by[secret]}>
            <CopyLine value={signature} what={t.signature} />
            <div className="muted">
              <code>{hint}</code>
              {accepted_until !== null && (
                <>
                  {" · "}
                  <Phrase
                    text={messages.projects.keys.acceptedUntil}
                    parts={{ time: () => <Time iso={accepted_until} /> }}
                  />
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
