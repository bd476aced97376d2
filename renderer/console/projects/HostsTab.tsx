import { useState } from "react";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { useChangeProject } from "../data/changes.ts";
import { messages } from "../messages/index.ts";
import { Form, FormEnd } from "../parts/Form.tsx";
import { HostCheckField } from "./HostCheckField.tsx";
import { HostsInput } from "./HostsInput.tsx";

export function HostsTab({ project }: { project: ProjectView }) {
  const [hosts, setHosts] = useState(project.allowed_hosts);
  const save = useChangeProject(project.id);
  const changed = hosts.join(" ") !== project.allowed_hosts.join(" ");
  const t = messages.projects;

  return (
    <>
      <section aria-label={t.hosts.label}>
        <Form onSubmit={() => save.mutate({ allowed_hosts: hosts })} onChange={save.reset}>
          <HostsInput hosts={hosts} environment={project.environment} onChange={setHosts} />
          <FormEnd isChanged={changed} save={save} />
        </Form>
      </section>
      <HostCheckField project={project} isChanged={changed} />
    </>
  );
}
