import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../data/api.ts";
import { resendPages } from "../data/resending.ts";
import { forInput } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { Block } from "../parts/basics.tsx";
import { bound, Form, Submit } from "../parts/Form.tsx";

const DAY_MS = 24 * 3_600_000;

export function ResendSince({ projectId }: { projectId: string }) {
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
        <TextInput type="datetime-local" label={t.label} required withAsterisk={false} {...bound(since, setSince)} />
        <Submit
          send={send}
          action={messages.common.resend}
          ready={since !== ""}
          status={send.data && messages.common.resent(send.data.retried)}
          variant="default"
        />
      </Form>
    </Block>
  );
}
