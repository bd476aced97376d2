/** After a site was down for long: everything that it did not take since a time goes out again at once. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../api.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { useSave } from "../use-save.ts";

const DAY_MS = 24 * 3_600_000;

export function SendAgain({ projectId }: { projectId: string }) {
  const [since, setSince] = useState(() => forInput(new Date(Date.now() - DAY_MS)));
  const [sent, setSent] = useState(0);
  const save = useSave();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run(async () => {
      const { retried } = await api.retryDeliveries(projectId, new Date(since).toISOString());
      setSent(retried);
    });
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
          save.reset();
        }}
      />
      {save.error !== undefined && <ErrorNote error={save.error} />}
      <div className="form-end">
        <span className="form-said" role="status">
          {save.done && (sent === 0 ? "Nothing is left to send." : `On its way again: ${sent}.`)}
        </span>
        <Button type="submit" variant="default" loading={save.busy} disabled={since === ""}>
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
