import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import { useCreateProject } from "../data/changes.ts";
import { navigate, useUnsavedChanges } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Radios } from "../parts/Choices.tsx";
import { bound, Form, Submit } from "../parts/Form.tsx";
import { HostsInput } from "./HostsTab.tsx";

export function ProjectCreate() {
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState<Environment>("dev");
  const [hosts, setHosts] = useState<string[]>([]);
  const create = useCreateProject();
  const releasePage = useUnsavedChanges(name.trim() !== "" || hosts.length > 0);
  const t = messages.projects;

  const submit = () => {
    create.mutate(
      { name: name.trim(), environment, allowed_hosts: hosts },
      {
        onSuccess: ({ id }) => {
          releasePage();
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
      <Radios
        label={t.form.environment}
        description={t.form.environmentWhy}
        words={messages.words.environments}
        about={{ dev: t.form.devWhy, prod: t.form.prodWhy }}
        value={environment}
        onChange={setEnvironment}
      />
      <HostsInput hosts={hosts} environment={environment} onChange={setHosts} />
      {environment === "prod" && hosts.length === 0 && <p className="hint">{t.form.noHosts}</p>}
      <Submit
        send={{ isPending: create.isPending || create.isSuccess, error: create.error }}
        action={messages.common.createProject}
        ready={name.trim() !== ""}
      />
    </Form>
  );
}
