import { Button } from "@mantine/core";
import { IconEye, IconEyeOff, IconRefresh } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectView, WrongSignatureView } from "../../../server/contracts/projects-api.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useRevokeOldSecret, useRotateSecret } from "../data/changes.ts";
import { useHasRole } from "../data/me.ts";
import { wrongSignaturesQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { CodeFact, CopyFact, Fact, Facts, Phrase, SmallButton, TimePhrase } from "../parts/basics.tsx";
import { Radios } from "../parts/Choices.tsx";
import { ConfirmButton, ROW_BUTTON } from "../parts/Confirm.tsx";
import { Items } from "../parts/Loaded.tsx";
import { EmptyNote, ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";

export function KeysTab({ project }: { project: ProjectView }) {
  const t = messages.projects.keys;
  return (
    <section aria-label={messages.projects.tabs.keys}>
      <Facts>
        <CopyFact name={messages.common.apiKey} value={project.api_key} />
        <Fact name={t.secret}>
          <SecretField project={project} />
        </Fact>
        {project.previous_secret_expires_at !== null && (
          <Fact name={messages.projects.calculator.by.former}>
            <FormerSecret project={project} until={project.previous_secret_expires_at} />
          </Fact>
        )}
      </Facts>
      <p>
        <Phrase
          text={t.wrong}
          parts={{ link: (words) => <Link to={`/projects/${project.id}/signatures`}>{words}</Link> }}
        />
      </p>
    </section>
  );
}

function FormerSecret({ project, until }: { project: ProjectView; until: string }) {
  const end = useRevokeOldSecret(project.id);
  const t = messages.projects;
  return (
    <>
      <TimePhrase text={t.keys.acceptedUntil} iso={until} />
      {project.previous_secret_signs && `; ${t.keys.signs}`}{" "}
      <RequireRole atLeast="admin">
        <ConfirmButton
          button={{ ...ROW_BUTTON, color: "red" }}
          project={project}
          action={t.revocation.action}
          onConfirm={() => end.mutateAsync()}
        >
          <p>{project.previous_secret_signs ? t.revocation.inUse : t.revocation.notInUse}</p>
          <p>{t.revocation.irreversible}</p>
        </ConfirmButton>
      </RequireRole>
    </>
  );
}

/** The masked secret. A revealed one is kept in this component only. */
function SecretField({ project }: { project: ProjectView }) {
  const [secret, setSecret] = useState<string | null>(null);
  const reveal = useMutation({
    mutationFn: () => api.revealSecret(project.id),
    onSuccess: ({ api_secret }) => setSecret(api_secret),
  });
  const hide = () => {
    setSecret(null);
    reveal.reset();
  };
  const t = messages.projects;

  if (!useHasRole("admin")) return <code>{project.secret_hint}</code>;
  return (
    <>
      <span className="copy-line">
        <code>{secret ?? project.secret_hint}</code>
        {secret !== null && <CopyButton value={secret} what={t.keys.secret} />}
        <Button
          size="compact-xs"
          variant="default"
          loading={reveal.isPending}
          leftSection={secret === null ? <IconEye size={13} aria-hidden /> : <IconEyeOff size={13} aria-hidden />}
          onClick={() => (secret === null ? reveal.mutate() : hide())}
        >
          {secret === null ? t.keys.reveal : messages.common.hide}
        </Button>
        <Rotation project={project} onSecret={setSecret} />
      </span>
      <p className="hint">{messages.common.recorded}</p>
      {reveal.error && <ErrorNote error={reveal.error} />}
    </>
  );
}

/** Hours for which the previous secret stays valid. */
const OVERLAPS = { none: 0, hour: 1, day: 24, days: 72, week: 168, month: 720 } as const;

type Overlap = keyof typeof OVERLAPS;

function Rotation({ project, onSecret }: { project: ProjectView; onSecret: (secret: string) => void }) {
  const [overlap, setOverlap] = useState<Overlap>("day");
  const rotate = useRotateSecret(project.id);
  const t = messages.projects.rotation;
  return (
    <ConfirmButton
      button={ROW_BUTTON}
      project={project}
      action={t.action}
      destructive={overlap === "none"}
      onConfirm={async () => {
        onSecret((await rotate.mutateAsync(OVERLAPS[overlap])).api_secret);
        rotate.reset();
      }}
    >
      <Radios label={t.hours} words={t.choices} value={overlap} onChange={setOverlap} />
      <p>{overlap === "none" ? t.atOnce : t.overlap}</p>
    </ConfirmButton>
  );
}

export function WrongSignatures({ project }: { project: ProjectView }) {
  const list = useInfiniteQuery(wrongSignaturesQuery(project.id));
  const ask = () => void list.refetch();
  const t = messages.check.signatures;
  return (
    <section aria-labelledby="signatures-title">
      <div className="between">
        <h3 id="signatures-title" className="subtitle">
          {t.title}
        </h3>
        <SmallButton Icon={IconRefresh} loading={list.isPending} onClick={ask}>
          {messages.shell.pageFailed.reload}
        </SmallButton>
      </div>
      <div className="form">
        <p>{t.why}</p>
        <Items list={list} label={t.title} none={<EmptyNote title={t.none} />}>
          {(item) => <Signature item={item} />}
        </Items>
      </div>
    </section>
  );
}

function Signature({ item }: { item: WrongSignatureView }) {
  const t = messages.check.signatures;
  return (
    <li className="wrap">
      <h4 className="subtitle">
        {messages.requests.kinds[item.route]}: {item.material_id}
      </h4>
      <p className="muted">
        <Time iso={item.at} as="seconds" /> · {messages.common.fromAddress(item.client_address)}
      </p>
      <p>{localized(item.diagnosis, item.diagnosis_sentence)}</p>
      <details className="unfold">
        <summary>{messages.common.details}</summary>
        <Facts>
          <CodeFact name={t.textToSign}>
            {item.material_id}:{item.url}
          </CodeFact>
          <CodeFact name={messages.common.received}>{item.given}</CodeFact>
        </Facts>
      </details>
    </li>
  );
}
