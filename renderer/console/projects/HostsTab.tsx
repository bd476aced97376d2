import { type FormEvent, useState } from "react";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { useChangeProject } from "../data/changes.ts";
import { messages } from "../messages/index.ts";
import { FormEnd } from "../parts/FormEnd.tsx";
import { HostCheckField } from "./HostCheckField.tsx";
import { HostsInput } from "./HostsInput.tsx";

export function HostsTab({ project }: { project: ProjectView }) {
  const [hosts, setHosts] = useState(project.allowed_hosts);
  const save = useChangeProject(project.id);
  const changed = hosts.join(" ") !== project.allowed_hosts.join(" ");
  const t = messages.projects;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ allowed_hosts: hosts });
  };
  return (
    <>
      <section aria-label={t.hosts.label}>
        <form className="form" onSubmit={submit} onChange={save.reset}>
          <HostsInput hosts={hosts} environment={project.environment} onChange={setHosts} />
          <FormEnd isChanged={changed} save={save} />
        </form>
      </section>
      <HostCheckField project={project} isChanged={changed} />
    </>
  );
}
