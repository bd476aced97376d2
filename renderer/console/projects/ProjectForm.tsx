import { Button, NumberInput, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { ProjectView } from "../../../server/contracts/console-api.ts";
import { useChangeProject } from "../data/changes.ts";
import { useUnsavedChanges } from "../lib/leaving.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { HostsInput } from "./HostsInput.tsx";

/** What of a project may be changed at any time. */
export function ProjectForm({ project }: { project: ProjectView }) {
  const [name, setName] = useState(project.name);
  const [hosts, setHosts] = useState(project.allowed_hosts);
  const [wait, setWait] = useState<number | null>(project.settings.answer_timeout_s);
  const [resizeMode, setResizeMode] = useState(project.settings.resize_mode ?? "");
  const save = useChangeProject(project.id);

  const changed =
    name.trim() !== project.name ||
    hosts.join(" ") !== project.allowed_hosts.join(" ") ||
    wait !== project.settings.answer_timeout_s ||
    resizeMode.trim() !== (project.settings.resize_mode ?? "");
  useUnsavedChanges(changed);
  const complete = name.trim() !== "" && wait !== null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait === null) return;
    save.mutate({
      name: name.trim(),
      allowed_hosts: hosts,
      settings: { answer_timeout_s: wait, resize_mode: resizeMode.trim() === "" ? null : resizeMode.trim() },
    });
  };

  return (
    <form className="form" onSubmit={submit} onChange={save.reset}>
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} maxLength={200} />
      <HostsInput hosts={hosts} environment={project.environment} onChange={setHosts} />
      <div className="form-pair">
        <NumberInput
          label="Waiting time for the site's answer"
          description="Seconds, 1 to 600. Sites download the whole article inside the callback."
          min={1}
          max={600}
          allowDecimal={false}
          value={wait ?? ""}
          onChange={(value) => setWait(typeof value === "number" ? value : null)}
        />
        <TextInput
          label="Resize mode"
          description="Handed to the site's client as resizeMode. Leave it empty for none."
          value={resizeMode}
          onChange={(event) => setResizeMode(event.currentTarget.value)}
          maxLength={100}
        />
      </div>
      {save.error && <ErrorNote error={save.error} />}
      <div className="form-end">
        <span className="form-said" role="status">
          {save.isSuccess && !changed ? "Saved." : changed ? "Not saved yet." : ""}
        </span>
        <Button type="submit" loading={save.isPending} disabled={!changed || !complete}>
          Save the project
        </Button>
      </div>
    </form>
  );
}
