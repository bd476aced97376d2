import { Button, Radio, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Environment, ProjectWithSecret } from "../../../server/contracts/console-api.ts";
import { api } from "../api.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { HostsInput } from "./HostsInput.tsx";

export function ProjectCreate({ onCreated }: { onCreated: (project: ProjectWithSecret) => void }) {
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState<Environment>("dev");
  const [hosts, setHosts] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);

  const create = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      onCreated(await api.createProject({ name: name.trim(), environment, allowed_hosts: hosts }));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  return (
    <form className="detail-body form" onSubmit={(event) => void create(event)}>
      <div className="detail-head">
        <h2>New project</h2>
      </div>
      <TextInput
        label="Name"
        description="As the newsroom calls the site. Journalists see it in the editor."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        withAsterisk={false}
        maxLength={200}
        autoFocus
      />
      <Radio.Group
        label="Environment"
        description="A key belongs to one of the two for good."
        value={environment}
        onChange={(value) => setEnvironment(value === "prod" ? "prod" : "dev")}
      >
        <Stack gap="sm" mt="sm">
          <Radio
            value="dev"
            label="Development"
            description="For building and trying out. The site may run on this machine: localhost is allowed at once."
          />
          <Radio
            value="prod"
            label="Production"
            description="For the site that readers see. Only the hosts you list are ever called."
          />
        </Stack>
      </Radio.Group>
      <HostsInput hosts={hosts} environment={environment} onChange={setHosts} />
      {environment === "prod" && hosts.length === 0 && (
        <p className="hint">Without a host, every opening of an article will be refused until you add one.</p>
      )}
      {error !== undefined && <ErrorNote error={error} />}
      <div className="form-end">
        <Button type="submit" loading={busy} disabled={name.trim() === ""}>
          Create the project
        </Button>
      </div>
    </form>
  );
}
