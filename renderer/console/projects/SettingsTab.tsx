import { Button, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseEmbedHost } from "../../../server/article/embeds/settings.ts";
import type { ProjectHoldings, ProjectView } from "../../../server/contracts/projects-api.ts";
import { useChangeProject, useDeleteProject } from "../data/changes.ts";
import { holdingsQuery, settingsQuery } from "../data/queries.ts";
import { Link, navigate } from "../lib/router.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { Block, EnvironmentTitle, Phrase } from "../parts/basics.tsx";
import { Choice } from "../parts/Choices.tsx";
import { Confirm, ConfirmButton } from "../parts/Confirm.tsx";
import { bound, Form, FormEnd, useDraft } from "../parts/Form.tsx";
import { ChangedBy, May } from "../parts/May.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

export function SettingsTab({ project }: { project: ProjectView }) {
  return (
    <>
      <ChangedBy least="admin">
        <SettingsForm project={project} />
      </ChangedBy>
      <May least="admin">
        <KeySwitch project={project} />
        <Deletion project={project} />
      </May>
    </>
  );
}

function SettingsForm({ project }: { project: ProjectView }) {
  const saved = {
    name: project.name,
    wait: project.settings.answer_timeout_s as number | null,
    resizeMode: project.settings.resize_mode ?? "",
    pem: project.settings.ca_certificate ?? "",
    styleSheet: project.settings.style_sheet,
    loading: project.settings.embed_loading,
    hosts: project.settings.embed_hosts.join("\n"),
  };
  const save = useChangeProject(project.id);
  const { values, changed, change, field, clear } = useDraft(saved, save);
  const t = messages.projects;
  const hosts = linesOf(values.hosts);
  const wrongHost = hosts.findIndex((line) => parseEmbedHost(line) === null);
  const complete = values.name.trim() !== "" && values.wait !== null && wrongHost < 0;

  const submit = () => {
    if (values.wait === null) return;
    const settings = {
      answer_timeout_s: values.wait,
      resize_mode: orNull(values.resizeMode),
      ca_certificate: orNull(values.pem),
      style_sheet: values.styleSheet,
      embed_loading: values.loading,
      embed_hosts: hosts,
    };
    save.mutate({ name: values.name.trim(), settings }, { onSuccess: clear });
  };

  return (
    <section aria-labelledby="rules">
      <h3 id="rules" className="project-title">
        {messages.projects.tabs.settings}
      </h3>
      <Form onSubmit={submit}>
        <TextInput label={t.form.name} {...field("name")} maxLength={200} />
        <div className="form-pair">
          <NumberInput
            label={t.settings.timeout}
            description={t.settings.timeoutWhy}
            min={1}
            max={600}
            allowDecimal={false}
            value={values.wait ?? ""}
            onChange={(value) => change({ wait: typeof value === "number" ? value : null })}
          />
          <Choice
            label={t.settings.resize}
            description={t.settings.resizeWhy}
            words={{ "": t.settings.fit, single: t.settings.single, original: t.settings.original }}
            value={values.resizeMode}
            onChange={(resizeMode) => change({ resizeMode })}
          />
        </div>
        <Choice
          label={t.settings.styleSheet}
          description={t.settings.styleSheetWhy}
          words={t.settings.styleSheetPlaces}
          value={values.styleSheet}
          onChange={(styleSheet) => change({ styleSheet })}
        />
        <Choice
          label={t.settings.embeds}
          words={t.settings.embedLoading}
          value={values.loading}
          onChange={(loading) => change({ loading })}
        />
        <Textarea
          label={t.settings.embedHosts}
          description={t.settings.embedHostsWhy}
          placeholder="charts.example.org/embed 16:9"
          autosize
          minRows={2}
          maxRows={12}
          {...field("hosts")}
          error={wrongHost < 0 ? null : t.settings.embedHostsWrong(wrongHost + 1, hosts[wrongHost] ?? "")}
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
          {...field("pem")}
          classNames={{ input: "mono-input" }}
          spellCheck={false}
        />
        <FormEnd isChanged={changed.length > 0} isComplete={complete} save={save} />
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

function orNull(typed: string): string | null {
  return typed.trim() === "" ? null : typed.trim();
}

function KeySwitch({ project }: { project: ProjectView }) {
  const change = useChangeProject(project.id);
  const t = messages.projects.switching[project.enabled ? "disable" : "enable"];
  return (
    <Block id="switching" title={t.title}>
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
    </Block>
  );
}

export function Deletion({ project }: { project: ProjectView }) {
  const [asking, setAsking] = useState(false);
  const isSandbox = useQuery(settingsQuery).data?.appliance.sandbox_project_id === project.id;
  const t = messages.projects.deletion;
  return (
    <Block id="deletion" title={messages.projects.deletion.action}>
      <p>{isSandbox ? t.sandbox : t.why}</p>
      {!isSandbox && (
        <Button variant="default" color="red" onClick={() => setAsking(true)}>
          {t.button}
        </Button>
      )}
      {asking && <DeleteDialog project={project} onClose={() => setAsking(false)} />}
    </Block>
  );
}

function DeleteDialog({ project, onClose }: { project: ProjectView; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const holdings = useQuery(holdingsQuery(project.id));
  const remove = useDeleteProject(project.id);
  const t = messages.projects.deletion;
  return (
    <Confirm
      opened
      onClose={onClose}
      title={<EnvironmentTitle environment={project.environment} title={t.question(project.name)} />}
      action={t.action}
      ready={holdings.data !== undefined && typed.trim() === project.name.trim()}
      onConfirm={async () => {
        await remove.mutateAsync(typed);
        navigate("/projects", true);
      }}
    >
      {holdings.error ? (
        <ErrorNote error={holdings.error} retry={() => void holdings.refetch()} />
      ) : holdings.data === undefined ? (
        <p role="status">{t.counting}</p>
      ) : (
        <Holdings holdings={holdings.data} />
      )}
      <p>{t.consequence}</p>
      <TextInput
        label={<Phrase text={t.typeName} parts={{ name: () => <strong>{project.name}</strong> }} />}
        aria-label={t.typed}
        {...bound(typed, setTyped)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </Confirm>
  );
}

function Holdings({ holdings }: { holdings: ProjectHoldings }) {
  const t = messages.projects.deletion;
  const number = (count: number) =>
    count >= holdings.counted_to ? t.moreThan(numberInWords(holdings.counted_to)) : numberInWords(count);
  const kinds = [
    { count: holdings.sessions, words: t.sessions },
    { count: holdings.versions, words: t.versions },
    { count: holdings.deliveries, words: t.deliveries },
    { count: holdings.snippets, words: t.snippets },
    { count: holdings.font_files, words: t.fontFiles },
  ].filter(({ count }) => count > 0);
  const more = holdings.open_deliveries - holdings.open.length;
  return (
    <>
      {kinds.length === 0 ? (
        <p>{t.nothing}</p>
      ) : (
        <p>
          {t.deletes} {kinds.map(({ count, words }) => words(number(count), count)).join(", ")}.
        </p>
      )}
      {holdings.open_deliveries > 0 && (
        <div className="notice">
          <p>{t.open(number(holdings.open_deliveries), holdings.open_deliveries)}</p>
          <ul className="list">
            {holdings.open.map(({ id, material_id, title, event, callback_host }) => (
              <li key={id}>
                <Link to={`/deliveries/${id}`}>
                  {event === "article_saved" ? t.article(title ?? material_id, callback_host) : t.fonts(callback_host)}
                </Link>
              </li>
            ))}
            {more > 0 && <li>{t.andMore(more)}</li>}
          </ul>
        </div>
      )}
    </>
  );
}
