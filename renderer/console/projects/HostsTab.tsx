import { TagsInput } from "@mantine/core";
import { useState } from "react";
import type { Environment } from "../../../server/contracts/console-api.ts";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { useChangeProject } from "../data/changes.ts";
import { messages } from "../messages/index.ts";
import { Phrase } from "../parts/basics.tsx";
import { Form, FormEnd } from "../parts/Form.tsx";
import { ChangedBy, May } from "../parts/May.tsx";
import { HostCheckField } from "./HostCheckField.tsx";
import { hostFault, hostOf } from "./hosts.ts";

export function HostsTab({ project }: { project: ProjectView }) {
  const [hosts, setHosts] = useState(project.allowed_hosts);
  const save = useChangeProject(project.id);
  const changed = hosts.join(" ") !== project.allowed_hosts.join(" ");

  return (
    <>
      <section aria-label={messages.common.allowedHosts}>
        <ChangedBy least="admin">
          <Form onSubmit={() => save.mutate({ allowed_hosts: hosts })} onChange={save.reset}>
            <HostsInput hosts={hosts} environment={project.environment} onChange={setHosts} />
            <FormEnd isChanged={changed} save={save} />
          </Form>
        </ChangedBy>
      </section>
      <May least="admin">
        <HostCheckField project={project} isChanged={changed} />
      </May>
    </>
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
    const next: string[] = [];
    let wrong: string | null = null;
    for (const host of entries.map(hostOf)) {
      const reason = hostFault(host);
      if (reason !== null) wrong = reason;
      else if (!next.includes(host)) next.push(host);
    }
    setFault(wrong);
    onChange(next);
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
      splitChars={[",", " ", ";"]}
      acceptValueOnBlur
      clearable={false}
      classNames={{ input: "mono-tags" }}
    />
  );
}
