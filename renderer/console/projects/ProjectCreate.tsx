import { Button, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import { useCreateProject } from "../data/changes.ts";
import { useUnsavedChanges } from "../lib/leaving.ts";
import { navigate } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { bound, Form } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { HostsInput } from "./HostsTab.tsx";

export function ProjectCreate() {
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState<Environment>("dev");
  const [hosts, setHosts] = useState<string[]>([]);
  const create = useCreateProject();
  const letGo = useUnsavedChanges(name.trim() !== "" || hosts.length > 0);
  const t = messages.projects;

  const submit = () => {
    create.mutate(
      { name: name.trim(), environment, allowed_hosts: hosts },
      {
        onSuccess: ({ id }) => {
          letGo();
          navigate(`/projects/${id}`, true);
        },
      },
    );
  };

  return (
    <Form className="detail-body form" onSubmit={submit}>
      <div className="detail-head">
        <h2>{t.create}</h2>
      </div>
      <TextInput
        label={t.form.name}
        description={t.form.nameWhy}
        {...bound(name, setName)}
        required
        withAsterisk={false}
        maxLength={200}
        autoFocus
      />
      <Radio.Group
        label={t.form.environment}
        description={t.form.environmentWhy}
        value={environment}
        onChange={(value) => setEnvironment(value === "prod" ? "prod" : "dev")}
      >
        <Stack gap="sm" mt="sm">
          <Radio value="dev" label={messages.words.environments.dev} description={t.form.devWhy} />
          <Radio value="prod" label={messages.words.environments.prod} description={t.form.prodWhy} />
        </Stack>
      </Radio.Group>
      <HostsInput hosts={hosts} environment={environment} onChange={setHosts} />
      {environment === "prod" && hosts.length === 0 && <p className="hint">{t.form.noHosts}</p>}
      {create.error && <ErrorNote error={create.error} />}
      <div className="form-end">
        <Button type="submit" loading={create.isPending || create.isSuccess} disabled={name.trim() === ""}>
          {t.form.create}
        </Button>
      </div>
    </Form>
  );
}
