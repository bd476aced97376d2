import { Button, NumberInput, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { useChangeProject } from "../data/changes.ts";
import { useUnsavedChanges } from "../lib/leaving.ts";
import { messages } from "../messages/index.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { EnvironmentTitle } from "../parts/EnvironmentMark.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { Deletion } from "./Deletion.tsx";

export function SettingsTab({ project }: { project: ProjectView }) {
  return (
    <>
      <SettingsForm project={project} />
      <Switching project={project} />
      <Deletion project={project} />
    </>
  );
}

/** What of a project may be changed at any time. */
function SettingsForm({ project }: { project: ProjectView }) {
  const kept = {
    name: project.name,
    wait: project.settings.answer_timeout_s,
    resizeMode: project.settings.resize_mode ?? "",
    pem: project.settings.ca_certificate ?? "",
  };
  const [name, setName] = useState(kept.name);
  const [wait, setWait] = useState<number | null>(kept.wait);
  const [resizeMode, setResizeMode] = useState(kept.resizeMode);
  const [pem, setPem] = useState(kept.pem);
  const save = useChangeProject(project.id);
  const t = messages.projects;

  const changed =
    name.trim() !== kept.name || wait !== kept.wait || resizeMode.trim() !== kept.resizeMode || pem.trim() !== kept.pem;
  const complete = name.trim() !== "" && wait !== null;
  useUnsavedChanges(changed);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait === null) return;
    save.mutate({
      name: name.trim(),
      settings: { answer_timeout_s: wait, resize_mode: orNull(resizeMode), ca_certificate: orNull(pem) },
    });
  };

  return (
    <section aria-labelledby="rules">
      <h3 id="rules" className="project-title">
        {t.settings.title}
      </h3>
      <form className="form" onSubmit={submit} onChange={save.reset}>
        <TextInput
          label={t.form.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
        />
        <div className="form-pair">
          <NumberInput
            label={t.settings.wait}
            description={t.settings.waitWhy}
            min={1}
            max={600}
            allowDecimal={false}
            value={wait ?? ""}
            onChange={(value) => setWait(typeof value === "number" ? value : null)}
          />
          <TextInput
            label={t.settings.resize}
            description={t.settings.resizeWhy}
            value={resizeMode}
            onChange={(event) => setResizeMode(event.currentTarget.value)}
            maxLength={100}
          />
        </div>
        <Textarea
          label={t.settings.ca}
          description={t.settings.caWhy}
          placeholder="-----BEGIN CERTIFICATE-----"
          autosize
          minRows={2}
          maxRows={12}
          value={pem}
          onChange={(event) => setPem(event.currentTarget.value)}
          classNames={{ input: "mono-input" }}
          spellCheck={false}
        />
        {save.error && <ErrorNote error={save.error} />}
        <div className="form-end">
          <span className="form-said" role="status">
            {save.isSuccess && !changed ? messages.parts.saved : changed ? messages.parts.notSavedYet : ""}
          </span>
          <Button type="submit" loading={save.isPending} disabled={!changed || !complete}>
            {t.form.save}
          </Button>
        </div>
      </form>
    </section>
  );
}

function orNull(typed: string): string | null {
  return typed.trim() === "" ? null : typed.trim();
}

/** The key disabled and enabled. */
function Switching({ project }: { project: ProjectView }) {
  const change = useChangeProject(project.id);
  const [asking, setAsking] = useState(false);
  const t = messages.projects.switching[project.enabled ? "disable" : "enable"];
  return (
    <section className="block" aria-labelledby="switching">
      <h3 id="switching">{t.title}</h3>
      <p>{t.why}</p>
      <Button variant="default" onClick={() => setAsking(true)} {...(project.enabled ? { color: "red" } : {})}>
        {t.button}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={<EnvironmentTitle environment={project.environment} title={t.question(project.name)} />}
        action={t.action}
        destructive={project.enabled}
        onConfirm={() => change.mutateAsync({ enabled: !project.enabled })}
      >
        <p>{t.consequence}</p>
      </Confirm>
    </section>
  );
}
