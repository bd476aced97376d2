import { Button, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectHoldings, ProjectPatch, ProjectView } from "../../../server/contracts/projects-api.ts";
import { useChangeProject, useDeleteProject } from "../data/changes.ts";
import { holdingsQuery, settingsQuery } from "../data/queries.ts";
import { Link, navigate } from "../lib/router.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { Block, Fact, Facts } from "../parts/basics.tsx";
import { Choice } from "../parts/Choices.tsx";
import { Confirm, ConfirmButton } from "../parts/Confirm.tsx";
import { bound, Form, FormEnd, useDraft } from "../parts/Form.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { ReadOnlyBelow, RequireRole } from "../parts/RequireRole.tsx";

export function SettingsTab({ project }: { project: ProjectView }) {
  return (
    <>
      <ReadOnlyBelow atLeast="admin">
        <SettingsForm project={project} />
      </ReadOnlyBelow>
      <RequireRole atLeast="admin">
        <KeySwitch project={project} />
        <Deletion project={project} />
      </RequireRole>
    </>
  );
}

const CODE_AREA = { autosize: true, minRows: 2, maxRows: 12, classNames: { input: "mono-input" }, spellCheck: false };

function SettingsForm({ project }: { project: ProjectView }) {
  const saved = {
    ...project.settings,
    name: project.name,
    resize_mode: project.settings.resize_mode ?? "",
    ca_certificate: project.settings.ca_certificate ?? "",
    embed_hosts: project.settings.embed_hosts.join("\n"),
  };
  const save = useChangeProject(project.id);
  const form = useDraft(saved, save);
  const { changed, field } = form;
  const t = messages.projects;

  const submit = () => {
    const { name, resize_mode, ca_certificate, embed_hosts, ...rest } = form.values;
    const edited = {
      ...rest,
      resize_mode: resize_mode || null,
      ca_certificate: ca_certificate.trim() || null,
      embed_hosts: embed_hosts.split("\n").filter((line) => line.trim() !== ""),
    };
    const settings = Object.entries(edited).filter(([field]) => changed.some((each) => each === field));
    const patch: ProjectPatch = {
      ...(changed.includes("name") && { name: name.trim() }),
      ...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
    };
    save.mutate(patch, { onSuccess: form.clear });
  };

  return (
    <Block id="rules" title={messages.projects.tabs.settings} className="project-part">
      <Form onSubmit={submit}>
        <TextInput label={t.form.name} {...field("name")} required maxLength={200} />
        <div className="form-pair">
          <NumberInput
            label={t.settings.timeout}
            min={1}
            max={600}
            allowDecimal={false}
            {...form.number("answer_timeout_s")}
          />
          <Choice
            label={t.settings.resize}
            description={t.settings.resizeWhy}
            words={{ "": t.settings.fit, single: t.settings.single, original: t.settings.original }}
            {...form.choice("resize_mode")}
          />
        </div>
        <Choice
          label={t.settings.styleSheet}
          description={t.settings.styleSheetWhy}
          words={t.settings.styleSheetPlaces}
          {...form.choice("style_sheet")}
        />
        <Choice label={t.settings.embeds} words={t.settings.embedLoading} {...form.choice("embed_loading")} />
        <Textarea
          label={t.settings.embedHosts}
          description={t.settings.embedHostsWhy}
          placeholder="charts.example.org/embed 16:9"
          {...CODE_AREA}
          {...field("embed_hosts")}
        />
        <Textarea
          label={t.settings.ca}
          description={t.settings.caWhy}
          placeholder="-----BEGIN CERTIFICATE-----"
          {...CODE_AREA}
          {...field("ca_certificate")}
        />
        <FormEnd form={form} />
      </Form>
    </Block>
  );
}

function KeySwitch({ project }: { project: ProjectView }) {
  const change = useChangeProject(project.id);
  const t = messages.projects.switching[project.enabled ? "disable" : "enable"];
  return (
    <Block id="switching" title={t.action}>
      <p>{t.why}</p>
      <ConfirmButton
        button={project.enabled ? { color: "red" } : {}}
        project={project}
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
    <Block id="deletion" title={t.action}>
      <p>{isSandbox ? t.sandbox : t.why}</p>
      {!isSandbox && (
        <Button variant="default" color="red" onClick={() => setAsking(true)}>
          {t.action}…
        </Button>
      )}
      {asking && <DeleteDialog project={project} onClose={() => setAsking(false)} />}
    </Block>
  );
}

function DeleteDialog({ project, onClose }: { project: ProjectView; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const { isSuccess: isCounted } = useQuery(holdingsQuery(project.id));
  const remove = useDeleteProject(project.id);
  const t = messages.projects.deletion;
  return (
    <Confirm
      opened
      onClose={onClose}
      project={project}
      action={t.action}
      ready={isCounted && typed.trim() === project.name.trim()}
      onConfirm={async () => {
        await remove.mutateAsync(typed);
        navigate("/projects", true);
      }}
    >
      <Loaded query={holdingsQuery(project.id)}>{(holdings) => <Holdings holdings={holdings} />}</Loaded>
      <p>{t.consequence}</p>
      <TextInput
        label={t.typed}
        placeholder={project.name}
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
  const { counted_to, open } = holdings;
  const number = (count: number) => `${numberInWords(count)}${count >= counted_to ? "+" : ""}`;
  const { places } = messages.shell;
  const kinds = {
    [places.sessions]: holdings.sessions,
    [messages.sessions.parts.versions]: holdings.versions,
    [places.deliveries]: holdings.deliveries,
    [messages.projects.tabs.snippets]: holdings.snippets,
    [messages.fonts.theFonts]: holdings.font_files,
  };
  const more = holdings.open_deliveries - open.length;
  return (
    <>
      <Facts>
        {Object.entries(kinds).map(([name, count]) => (
          <Fact key={name} name={name}>
            {number(count)}
          </Fact>
        ))}
      </Facts>
      {holdings.open_deliveries > 0 && (
        <div className="notice">
          <p>{t.open(number(holdings.open_deliveries))}</p>
          <ul className="list">
            {open.map(({ id, material_id, title, event, callback_host }) => (
              <li key={id}>
                <Link to={`/deliveries/${id}`}>
                  {event === "article_saved" ? (title ?? material_id) : messages.words.fonts} → {callback_host}
                </Link>
              </li>
            ))}
            {more > 0 && <li>{`+ ${number(more)}`}</li>}
          </ul>
        </div>
      )}
    </>
  );
}
