import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../data/api.ts";
import { forInput } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { Form } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

const DAY_MS = 24 * 3_600_000;

export function ResendSince({ projectId }: { projectId: string }) {
  const [since, setSince] = useState(() => forInput(new Date(Date.now() - DAY_MS)));
  const send = useMutation({ mutationFn: () => api.retryDeliveries(projectId, new Date(since).toISOString()) });

  const t = messages.projects.resend;

  return (
    <section className="block" aria-labelledby="resend-since">
      <h3 id="resend-since">{t.title}</h3>
      <Form onSubmit={() => send.mutate()}>
        <TextInput
          type="datetime-local"
          label={t.label}
          required
          withAsterisk={false}
          value={since}
          onChange={(event) => {
            setSince(event.currentTarget.value);
            send.reset();
          }}
        />
        {send.error && <ErrorNote error={send.error} />}
        <div className="form-end">
          <span className="form-said" role="status">
            {send.data && messages.common.resent(send.data.retried)}
          </span>
          <Button type="submit" variant="default" loading={send.isPending} disabled={since === ""}>
            {t.action}
          </Button>
        </div>
      </Form>
    </section>
  );
}
