import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { useRevokeOldSecret } from "../data/changes.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { CopyFact, EnvironmentTitle, Fact, Facts, Phrase, TimePhrase } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { May } from "../parts/May.tsx";
import { SecretField } from "./SecretField.tsx";

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
          <Fact name={t.former}>
            <FormerSecret project={project} until={project.previous_secret_expires_at} />
          </Fact>
        )}
      </Facts>
      <p className="hint">{t.hint}</p>
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
      <May least="admin">
        <ConfirmButton
          button={{ size: "compact-xs", variant: "subtle", color: "red", children: t.revocation.button }}
          title={<EnvironmentTitle environment={project.environment} title={t.revocation.title(project.name)} />}
          action={t.revocation.action}
          onConfirm={() => end.mutateAsync()}
        >
          <p>{project.previous_secret_signs ? t.revocation.inUse : t.revocation.notInUse}</p>
          <p>{t.revocation.irreversible}</p>
        </ConfirmButton>
      </May>
    </>
  );
}
