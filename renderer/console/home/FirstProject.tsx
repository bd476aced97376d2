import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import { useCreateProject } from "../data/changes.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { CopyFact, Facts } from "../parts/basics.tsx";
import { Segments } from "../parts/Choices.tsx";
import { bound, CodeInput, Form, Submit } from "../parts/Form.tsx";

export function FirstProject({ close }: { close: () => void }) {
  const t = messages.overview.steps.project;
  const { keys } = messages.projects;
  const [name, setName] = useState("");
  const [environment, setEnvironment] = useState<Environment>("dev");
  const [hosts, setHosts] = useState("");
  const create = useCreateProject();

  if (create.data !== undefined)
    return (
      <div className="home-form" role="status">
        <p>{t.created(create.data.name)}</p>
        <Facts>
          <CopyFact name={messages.common.apiKey} value={create.data.api_key} />
          <CopyFact name={keys.secret} value={create.data.api_secret} />
        </Facts>
        <Link to={`/projects/${create.data.id}`}>{messages.overview.attention.openProject}</Link>
      </div>
    );

  const submit = () => {
    const allowed_hosts = hosts.split(/[\s,;]+/).filter((host) => host !== "");
    create.mutate({ name: name.trim(), environment, allowed_hosts });
  };
  return (
    <Form className="form home-form" onSubmit={submit}>
      <TextInput
        label={messages.projects.form.name}
        {...bound(name, setName)}
        maxLength={200}
        required
        withAsterisk={false}
        autoFocus
      />
      <Segments
        size="sm"
        label={messages.projects.form.environment}
        words={messages.words.environments}
        value={environment}
        onChange={setEnvironment}
      />
      <CodeInput label={messages.common.allowedHosts} description={t.hostsHint} {...bound(hosts, setHosts)} />
      <Submit send={create} action={messages.common.createProject} ready={name.trim() !== ""} onCancel={close} />
    </Form>
  );
}
