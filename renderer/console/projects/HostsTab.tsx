import { Box } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HostCheck, HostDial, ProjectView } from "../../../server/contracts/projects-api.ts";
import { useChangeProject } from "../data/changes.ts";
import { hostCheckQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Block, Fact, Facts, Mark, Phrase } from "../parts/basics.tsx";
import { bound, CodeInput, Form, FormEnd, useListDraft } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { HostsInput } from "../parts/ProjectForm.tsx";
import { ReadOnlyBelow, RequireRole } from "../parts/RequireRole.tsx";

export function HostsTab({ project }: { project: ProjectView }) {
  const save = useChangeProject(project.id);
  const form = useListDraft(project.allowed_hosts, save);

  return (
    <>
      <section className="project-part" aria-label={messages.common.allowedHosts}>
        <ReadOnlyBelow atLeast="admin">
          <Form onSubmit={() => save.mutate({ allowed_hosts: form.values }, { onSuccess: form.clear })}>
            <HostsInput hosts={form.values} environment={project.environment} onChange={form.change} />
            <FormEnd form={form} />
          </Form>
        </ReadOnlyBelow>
      </section>
      <RequireRole atLeast="admin">
        <HostCheckField project={project} isChanged={form.isChanged} />
      </RequireRole>
    </>
  );
}

const PAUSE_MS = 200;

function HostCheckField({ project, isChanged }: { project: ProjectView; isChanged: boolean }) {
  const [typed, setTyped] = useState("");
  const [url] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const response = useQuery({
    ...hostCheckQuery(project.id, url, [project.allowed_hosts, project.enabled]),
    placeholderData: keepPreviousData,
  });
  const t = messages.projects.hostCheck;
  const isOld = url !== typed.trim() || response.isPlaceholderData;

  return (
    <Block id="host-check" title={t.title}>
      <div className="form">
        <CodeInput
          label={messages.common.callbackUrl}
          description={isChanged ? `${t.why} ${t.unsaved}` : t.why}
          placeholder="https://cms.example.org/galley-callback"
          {...bound(typed, setTyped)}
          inputMode="url"
          maxLength={8_192}
        />
      </div>
      <Box mih="6rem" mt="md" role="status" aria-busy={isOld && url !== ""}>
        {url === "" ? null : response.error ? (
          <ErrorNote error={response.error} />
        ) : response.data === undefined ? (
          <p className="hint">{messages.common.checking}</p>
        ) : (
          <CheckResult check={response.data} />
        )}
      </Box>
    </Block>
  );
}

function CheckResult({ check }: { check: HostCheck }) {
  const t = messages.projects.hostCheck;
  const { entry, refusals } = check;
  return (
    <>
      {refusals.length === 0 ? (
        <p className="line">
          <Mark tone="good" Icon={IconCheck}>
            {t.allowed}
          </Mark>{" "}
          {entry !== null && (
            <span>
              <Phrase text={entry.listed ? t.byListed : t.byDev} parts={{ code: () => <code>{entry.host}</code> }} />
            </span>
          )}
        </p>
      ) : (
        <>
          <p className="line">
            <Mark tone="bad" Icon={IconX}>
              {t.refused}
            </Mark>{" "}
            <span>{t.sentence}</span>
          </p>
          {refusals.map((sentence) => (
            <p key={sentence} className="notice" data-tone="bad">
              {sentence}
            </p>
          ))}
        </>
      )}
      {check.dial !== null && <Dial dial={check.dial} />}
    </>
  );
}

function Dial({ dial }: { dial: HostDial }) {
  const t = messages.projects.hostCheck;
  const { host, port, proxy } = dial;
  return (
    <>
      <Facts>
        <Fact name={t.dial}>{proxy === null ? t.direct(host, port) : t.proxy(host, port, proxy)}</Fact>
        {dial.addresses.length > 0 && (
          <Fact name={t.addresses}>
            <ul className="list">
              {dial.addresses.map(({ address, kind, dialled }) => (
                <li key={address}>
                  <code>{address}</code> {t.kinds[kind]} · {dialled ? t.dialled : t.notDialled[kind]}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
      {dial.lookup === "not_found" && <p className="notice">{t.notFound}</p>}
      {dial.lookup === "failed" && <p className="notice">{t.lookupFailed}</p>}
      {dial.addresses.length > 0 && !dial.possible && <p className="notice">{t.impossible}</p>}
    </>
  );
}
