import { NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { EMBED_LOADING, parseEmbedHost } from "../../../server/article/embeds/settings.ts";
import type { ProjectSettings, ProjectView } from "../../../server/contracts/projects-api.ts";
import { useChangeProject } from "../data/changes.ts";
import { messages } from "../messages/index.ts";
import { EnvironmentTitle } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { bound, Form, FormEnd } from "../parts/Form.tsx";
import { ChangedBy, May } from "../parts/May.tsx";
import { Deletion } from "./Deletion.tsx";

const STYLE_SHEET_PLACES = ["html", "file"] as const satisfies readonly ProjectSettings["style_sheet"][];

export function SettingsTab({ project }: { project: ProjectView }) {
  return (
    <>
      <ChangedBy least="admin">
        <SettingsForm project={project} />
      </ChangedBy>
      <May least="admin">
        <Switching project={project} />
        <Deletion project={project} />
      </May>
    </>
  );
}

function SettingsForm({ project }: { project: ProjectView }) {
  const kept = {
    name: project.name,
    wait: project.settings.answer_timeout_s,
    resizeMode: project.settings.resize_mode ?? "",
    pem: project.settings.ca_certificate ?? "",
    styleSheet: project.settings.style_sheet,
    loading: project.settings.embed_loading,
    hosts: project.settings.embed_hosts.join("\n"),
  };
  const [name, setName] = useState(kept.name);
  const [wait, setWait] = useState<number | null>(kept.wait);
  const [resizeMode, setResizeMode] = useState(kept.resizeMode);
  const [pem, setPem] = useState(kept.pem);
  const [styleSheet, setStyleSheet] = useState(kept.styleSheet);
  const [loading, setLoading] = useState(kept.loading);
  const [hosts, setHosts] = useState(kept.hosts);
  const save = useChangeProject(project.id);
  const t = messages.projects;

  const changed =
    name.trim() !== kept.name ||
    wait !== kept.wait ||
    resizeMode.trim() !== kept.resizeMode ||
    pem.trim() !== kept.pem ||
    styleSheet !== kept.styleSheet ||
    loading !== kept.loading ||
    linesOf(hosts).join("\n") !== kept.hosts;
  const wrongHost = linesOf(hosts).findIndex((line) => parseEmbedHost(line) === null);
  const complete = name.trim() !== "" && wait !== null && wrongHost < 0;

  const submit = () => {
    if (wait === null) return;
    save.mutate({
      name: name.trim(),
      settings: {
        answer_timeout_s: wait,
        resize_mode: orNull(resizeMode),
        ca_certificate: orNull(pem),
        style_sheet: styleSheet,
        embed_loading: loading,
        embed_hosts: linesOf(hosts),
      },
    });
  };

  return (
    <section aria-labelledby="rules">
      <h3 id="rules" className="project-title">
        {t.settings.title}
      </h3>
      <Form onSubmit={submit} onChange={save.reset}>
        <TextInput label={t.form.name} {...bound(name, setName)} maxLength={200} />
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
          <NativeSelect
            label={t.settings.resize}
            description={t.settings.resizeWhy}
            {...bound(resizeMode, setResizeMode)}
            data={resizeModes(kept.resizeMode)}
          />
        </div>
        <NativeSelect
          label={t.settings.styleSheet}
          description={t.settings.styleSheetWhy}
          value={styleSheet}
          onChange={(event) =>
            setStyleSheet(STYLE_SHEET_PLACES.find((each) => each === event.currentTarget.value) ?? kept.styleSheet)
          }
          data={STYLE_SHEET_PLACES.map((value) => ({ value, label: t.settings.styleSheetPlaces[value] }))}
        />
        <NativeSelect
          label={t.settings.embeds}
          value={loading}
          onChange={(event) =>
            setLoading(EMBED_LOADING.find((each) => each === event.currentTarget.value) ?? kept.loading)
          }
          data={EMBED_LOADING.map((value) => ({ value, label: t.settings.embedLoading[value] }))}
        />
        <Textarea
          label={t.settings.embedHosts}
          description={t.settings.embedHostsWhy}
          placeholder="charts.example.org/embed 16:9"
          autosize
          minRows={2}
          maxRows={12}
          {...bound(hosts, setHosts)}
          error={wrongHost < 0 ? null : t.settings.embedHostsWrong(wrongHost + 1, linesOf(hosts)[wrongHost] ?? "")}
          classNames={{ input: "mono-input" }}
          spellCheck={false}
        />
        <Textarea
          label={t.settings.ca}
          description={t.settings.caWhy}
          placeholder="-----BEGIN CERTIFICATE-----"
          autosize
          minRows={2}
          maxRows={12}
          {...bound(pem, setPem)}
          classNames={{ input: "mono-input" }}
          spellCheck={false}
        />
        <FormEnd isChanged={changed} isComplete={complete} save={save} />
      </Form>
    </section>
  );
}

function linesOf(typed: string): string[] {
  return typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** A value set through the API stays a choice. */
function resizeModes(kept: string): { value: string; label: string }[] {
  const { fit, single, original } = messages.projects.settings;
  const choices = [
    { value: "", label: fit },
    { value: "single", label: single },
    { value: "original", label: original },
  ];
  return choices.some(({ value }) => value === kept) ? choices : [...choices, { value: kept, label: kept }];
}

function orNull(typed: string): string | null {
  return typed.trim() === "" ? null : typed.trim();
}

function Switching({ project }: { project: ProjectView }) {
  const change = useChangeProject(project.id);
  const t = messages.projects.switching[project.enabled ? "disable" : "enable"];
  return (
    <section className="block" aria-labelledby="switching">
      <h3 id="switching">{t.title}</h3>
      <p>{t.why}</p>
      <ConfirmButton
        button={{ children: t.button, ...(project.enabled ? { color: "red" } : {}) }}
        title={<EnvironmentTitle environment={project.environment} title={t.question(project.name)} />}
        action={t.action}
        destructive={project.enabled}
        onConfirm={() => change.mutateAsync({ enabled: !project.enabled })}
      >
        <p>{t.consequence}</p>
      </ConfirmButton>
    </section>
  );
}
