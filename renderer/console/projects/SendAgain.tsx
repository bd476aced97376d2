/** After a site was down for long: everything that it did not take since a time goes out again at once. */
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../data/api.ts";
import { ErrorNote } from "../parts/Notes.tsx";

const DAY_MS = 24 * 3_600_000;

export function SendAgain({ projectId }: { projectId: string }) {
  const [since, setSince] = useState(() => forInput(new Date(Date.now() - DAY_MS)));
  const send = useMutation({ mutationFn: () => api.retryDeliveries(projectId, new Date(since).toISOString()) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };

  return (
    <form className="form" onSubmit={submit}>
      <TextInput
        type="datetime-local"
        label="Send again what the site has not taken since"
        description="What it refused, could not use, or was given up on; of each article the newest version."
        required
        value={since}
        onChange={(event) => {
          setSince(event.currentTarget.value);
          send.reset();
        }}
      />
      {send.error && <ErrorNote error={send.error} />}
      <div className="form-end">
        <span className="form-said" role="status">
          {send.data &&
            (send.data.retried === 0 ? "Nothing is left to send." : `On its way again: ${send.data.retried}.`)}
        </span>
        <Button type="submit" variant="default" loading={send.isPending} disabled={since === ""}>
          Send again
        </Button>
      </div>
    </form>
  );
}

/** Local time as the input wants it, to the minute. */
function forInput(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
