import { TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { useCreateProject } from "../data/changes.ts";
import { hostOf, looksLikeHost } from "../lib/hosts.ts";
import { useUnsavedChanges } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Phrase } from "./basics.tsx";
import { Radios } from "./Choices.tsx";
import { Form, Submit, useDraft } from "./Form.tsx";

const NEW = { name: "", environment: "dev" as Environment, allowed_hosts: [] as string[] };

interface ProjectFormProps {
  onCreated: (project: ProjectWithSecret) => void;
  onCancel?: () => void;
}

export function ProjectForm({ onCreated, ...rest }: ProjectFormProps) {
  const create = useCreateProject();
  const { values, isChanged, field, choice, change, send } = useDraft(NEW, create);
  const releasePage = useUnsavedChanges(isChanged);
  const t = messages.projects.form;
  const submit = () =>
    create.mutate(values, {
      onSuccess: (project) => {
        releasePage();
        onCreated(project);
      },
    });
  return (
    <Form onSubmit={submit}>
      <TextInput label={t.name} description={t.nameWhy} {...field("name")} required maxLength={200} autoFocus />
      <Radios
        label={t.environment}
        description={t.environmentWhy}
        words={messages.words.environments}
        about={{ dev: t.devWhy, prod: t.prodWhy }}
        {...choice("environment")}
      />
      <HostsInput
        hosts={values.allowed_hosts}
        environment={values.environment}
        onChange={(allowed_hosts) => change({ allowed_hosts })}
      />
      {values.environment === "prod" && values.allowed_hosts.length === 0 && <p className="hint">{t.noHosts}</p>}
      <Submit
        send={{ ...send, isPending: create.isPending || create.isSuccess }}
        action={messages.common.createProject}
        {...rest}
      />
    </Form>
  );
}

interface HostsInputProps {
  hosts: string[];
  environment: Environment;
  onChange: (hosts: string[]) => void;
}

export function HostsInput({ hosts, environment, onChange }: HostsInputProps) {
  const [fault, setFault] = useState<string | null>(null);
  const t = messages.projects.hosts;

  const take = (entries: string[]) => {
    const typed = new Set(entries.map(hostOf));
    const wrong = [...typed].find((host) => !looksLikeHost(host));
    setFault(wrong === undefined ? null : t.fault(wrong));
    onChange([...typed].filter(looksLikeHost));
  };

  return (
    <TagsInput
      label={messages.common.allowedHosts}
      description={
        <>
          <Phrase text={t.why} /> {environment === "dev" && t.whyDev}
        </>
      }
      placeholder={hosts.length === 0 ? "cms.example.org" : ""}
      value={hosts}
      onChange={take}
      error={fault}
      splitChars={[",", " ", ";", "\n"]}
      acceptValueOnBlur
      clearable={false}
      classNames={{ input: "mono-tags" }}
    />
  );
}
