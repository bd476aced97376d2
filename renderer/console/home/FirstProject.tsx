import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import { useCreateProject } from "../data/changes.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { CopyLine, Fact, Facts } from "../parts/basics.tsx";
import { bound, Form } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

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
          <Fact name={keys.key}>
            <CopyLine value={create.data.api_key} what={keys.key} />
          </Fact>
          <Fact name={keys.secret}>
            <CopyLine value={create.data.api_secret} what={keys.secret} />
          </Fact>
        </Facts>
        <Link to={`/projects/${create.data.id}`}>{t.open}</Link>
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
      <SegmentedControl
        aria-label={messages.projects.form.environment}
        value={environment}
        onChange={(value) => setEnvironment(value === "prod" ? "prod" : "dev")}
        data={[
          { value: "dev", label: messages.words.environments.dev },
          { value: "prod", label: messages.words.environments.prod },
        ]}
      />
      <TextInput
        label={t.hosts}
        description={t.hostsHint}
        {...bound(hosts, setHosts)}
        classNames={{ input: "mono-input" }}
      />
      {create.error && <ErrorNote error={create.error} />}
      <div className="form-end">
        <Button size="xs" variant="subtle" onClick={close}>
          {messages.common.cancel}
        </Button>
        <Button size="xs" type="submit" loading={create.isPending} disabled={name.trim() === ""}>
          {t.action}
        </Button>
      </div>
    </Form>
  );
}
