import { NumberInput, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NewSiteLinkView, SiteLinkRow } from "../../../server/contracts/access-api.ts";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { keys, siteLinksQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Block, CopyLine, Phrase, TimePhrase } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { bound, Form, Submit } from "../parts/Form.tsx";
import { Items } from "../parts/Loaded.tsx";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 90;

export function SiteLinksTab({ project: { id: projectId } }: { project: ProjectView }) {
  const t = messages.siteLinks;
  const links = useQuery(siteLinksQuery(projectId));
  const refresh = useRefresh(keys.siteLinks(projectId));
  return (
    <>
      <Block id="site-links" title={messages.projects.tabs.links} className="project-part">
        <p>{t.why}</p>
        <Create projectId={projectId} onCreated={refresh} />
      </Block>
      <Block id="site-link-list" title={t.list}>
        <Items list={links} none={t.none}>
          {(link) => <Item link={link} remove={() => api.removeSiteLink(projectId, link.id).then(refresh)} />}
        </Items>
      </Block>
    </>
  );
}

function Create({ projectId, onCreated }: { projectId: string; onCreated: () => Promise<void> }) {
  const t = messages.siteLinks;
  const [name, setName] = useState("");
  const [days, setDays] = useState<number | null>(DEFAULT_DAYS);
  const create = useMutation({
    mutationFn: (count: number) => api.createSiteLink(projectId, { name: name.trim(), days: count }),
    onSuccess: () => {
      setName("");
      return onCreated();
    },
  });
  return (
    <Form onSubmit={() => days !== null && create.mutate(days)}>
      <div className="form-pair">
        <TextInput label={t.name} {...bound(name, setName)} maxLength={200} />
        <NumberInput
          label={t.days}
          min={1}
          max={MAX_DAYS}
          allowDecimal={false}
          clampBehavior="none"
          value={days ?? ""}
          onChange={(value) => setDays(typeof value === "number" ? value : null)}
        />
      </div>
      <Submit send={create} action={messages.common.createLink} ready={name.trim() !== "" && days !== null} />
      {create.data !== undefined && <CreatedLink created={create.data} />}
    </Form>
  );
}

function CreatedLink({ created }: { created: NewSiteLinkView }) {
  const t = messages.siteLinks;
  return (
    <div className="notice" data-tone="good" role="status">
      <p>
        <CopyLine value={created.link} what={messages.access.logins.kinds.site_link} />
      </p>
      <p>
        <Phrase
          text={t.once}
          parts={{ name: () => <strong>{created.name}</strong>, time: () => <Time iso={created.expires_at} /> }}
        />
      </p>
    </div>
  );
}

function Item({ link, remove }: { link: SiteLinkRow; remove: () => Promise<void> }) {
  const t = messages.siteLinks;
  const used = link.last_used_at;
  return (
    <li className="between">
      <div className="grow wrap">
        <p className="strong">{link.name}</p>
        <p className="hint">
          <TimePhrase text={t.until} iso={link.expires_at} />
          {" · "}
          {used === null ? t.unused : <TimePhrase text={messages.sessions.lastUsed} iso={used} as="relative" />}
          {link.created_by !== null && ` · ${t.by(link.created_by)}`}
        </p>
      </div>
      <ConfirmButton button={{ size: "xs" }} action={t.remove} of={link.name} onConfirm={remove}>
        <p>{t.removeWhy}</p>
      </ConfirmButton>
    </li>
  );
}
