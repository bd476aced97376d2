import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../data/api.ts";
import { useSiteProject } from "../data/me.ts";
import { resendPages } from "../data/resending.ts";
import { forInput } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { Block } from "../parts/basics.tsx";
import { bound, Form, Submit } from "../parts/Form.tsx";
import { ReceiverCheck } from "../parts/ReceiverCheck.tsx";
import "./projects.css";

/** The check of a project. A site link opens it as a page. */
export function CheckTab({ project: { id: projectId } }: { project: { id: string } }) {
  const isPage = useSiteProject() !== null;
  const Title = isPage ? "h1" : "h3";
  const t = messages.check;
  return (
    <>
      <section className="project-part" aria-labelledby="check-title">
        <Title id="check-title" className={isPage ? "" : "subtitle"}>
          {messages.common.checkReceiver}
        </Title>
        <p>{t.why}</p>
        <ReceiverCheck projectId={projectId} />
      </section>
      {!isPage && <ResendSince projectId={projectId} />}
    </>
  );
}

const DAY_MS = 24 * 3_600_000;

function ResendSince({ projectId }: { projectId: string }) {
  const [since, setSince] = useState(() => forInput(new Date(Date.now() - DAY_MS)));
  const send = useMutation({
    mutationFn: () =>
      resendPages(
        (cursor) => api.retry({ project: projectId, since: new Date(since).toISOString(), cursor }),
        () => true,
      ),
  });
  const t = messages.projects.resend;
  return (
    <Block id="resend-since" title={t.title}>
      <Form onSubmit={() => send.mutate()} onChange={send.reset}>
        <TextInput type="datetime-local" label={t.label} required {...bound(since, setSince)} />
        <Submit
          send={send}
          action={messages.common.resend}
          status={send.data && messages.common.resent(send.data.retried)}
          variant="default"
        />
      </Form>
    </Block>
  );
}
