import { Button, Radio, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Environment, ProjectWithSecret } from "../../../server/contracts/console-api.ts";
import { useCreateProject } from "../data/changes.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { HostsInput } from "./HostsInput.tsx";

export function ProjectCreate({ onCreated }: { onCreated: (project: ProjectWithSecret) => void }) {
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState<Environment>("dev");
  const [hosts, setHosts] = useState<string[]>([]);
  const create = useCreateProject();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), environment, allowed_hosts: hosts }, { onSuccess: onCreated });
  };

  return (
    <form className="detail-body form" onSubmit={submit}>
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
      {create.error && <ErrorNote error={create.error} />}
      <div className="form-end">
        <Button type="submit" loading={create.isPending || create.isSuccess} disabled={name.trim() === ""}>
          Create the project
        </Button>
      </div>
    </form>
  );
}
