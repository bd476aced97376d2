import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { ProjectView } from "../../../server/contracts/console-api.ts";
import { useChangeProject } from "../data/changes.ts";
import { ErrorNote } from "../parts/Notes.tsx";

/** The CA certificate for a site whose own certificate no well-known authority signed. */
export function CaCertificate({ project }: { project: ProjectView }) {
  const kept = project.settings.ca_certificate ?? "";
  const [pem, setPem] = useState(kept);
  const save = useChangeProject(project.id);
  const changed = pem.trim() !== kept;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ca_certificate = pem.trim() === "" ? null : pem.trim();
    save.mutate({ settings: { ca_certificate } });
  };
  return (
    <form className="form" onSubmit={submit} onChange={save.reset}>
      <Textarea
        label="CA certificate"
        description="Only for a site whose certificate no known authority signed: the root certificate of your own authority, or the site's own, as PEM. It is believed beside the known ones, for this project alone; host name and dates are checked all the same."
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={2}
        maxRows={12}
        value={pem}
        onChange={(event) => setPem(event.currentTarget.value)}
        classNames={{ input: "mono-input" }}
        spellCheck={false}
      />
      {save.error && <ErrorNote error={save.error} />}
      <div className="form-end">
        <span className="form-said" role="status">
          {save.isSuccess && !changed ? "Saved." : ""}
        </span>
        <Button type="submit" variant="default" loading={save.isPending} disabled={!changed}>
          Save the certificate
        </Button>
      </div>
    </form>
  );
}
