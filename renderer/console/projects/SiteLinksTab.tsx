import { Button, NumberInput, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NewSiteLinkView, SiteLinkRow } from "../../../server/contracts/site-links-api.ts";
import { Time } from "../../shared/Time.tsx";
import { siteLinkKeys, siteLinks, siteLinksQuery } from "../data/site-links.ts";
import { messages } from "../messages/index.ts";
import { CopyLine, Phrase } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { bound, Form } from "../parts/Form.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";

const STANDARD_DAYS = 30;
const MOST_DAYS = 90;

export function SiteLinksTab({ projectId }: { projectId: string }) {
  const t = messages.siteLinks;
  const client = useQueryClient();
  const links = useQuery(siteLinksQuery(projectId));
  const refresh = () => client.invalidateQueries({ queryKey: siteLinkKeys.of(projectId) });
  return (
    <>
      <section aria-labelledby="site-links">
        <h3 id="site-links" className="project-title">
          {t.title}
        </h3>
        <p>{t.why}</p>
        <Create projectId={projectId} onMade={refresh} />
      </section>
      <section className="block" aria-labelledby="site-link-list">
        <h3 id="site-link-list">{t.list}</h3>
        {links.error && <ErrorNote error={links.error} retry={() => void links.refetch()} />}
        {links.isPending && <SkeletonRows rows={2} height={40} />}
        {links.data?.items.length === 0 && <p className="hint">{t.none}</p>}
        <ul className="list ruled">
          {links.data?.items.map((link) => (
            <Item key={link.id} link={link} remove={() => siteLinks.remove(projectId, link.id).then(refresh)} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Create({ projectId, onMade }: { projectId: string; onMade: () => Promise<void> }) {
  const t = messages.siteLinks;
  const [name, setName] = useState("");
  const [days, setDays] = useState<number | null>(STANDARD_DAYS);
  const create = useMutation({
    mutationFn: (count: number) => siteLinks.create(projectId, { name: name.trim(), days: count }),
    onSuccess: () => {
      setName("");
      return onMade();
    },
    gcTime: 0,
  });
  return (
    <Form onSubmit={() => days !== null && create.mutate(days)} noValidate={false}>
      <div className="form-pair">
        <TextInput label={t.name} placeholder={t.namePlaceholder} {...bound(name, setName)} maxLength={200} />
        <NumberInput
          label={t.days}
          min={1}
          max={MOST_DAYS}
          allowDecimal={false}
          clampBehavior="none"
          value={days ?? ""}
          onChange={(value) => setDays(typeof value === "number" ? value : null)}
        />
      </div>
      {create.error && <ErrorNote error={create.error} />}
      <div className="form-end">
        <Button type="submit" loading={create.isPending} disabled={name.trim() === "" || days === null}>
          {t.create}
        </Button>
      </div>
      {create.data !== undefined && <Made made={create.data} />}
    </Form>
  );
}

function Made({ made }: { made: NewSiteLinkView }) {
  const t = messages.siteLinks;
  return (
    <div className="notice" data-tone="taken" role="status">
      <p>
        <CopyLine value={made.link} what={t.what} />
      </p>
      <p>
        <Phrase
          text={t.once}
          parts={{ name: () => <strong>{made.name}</strong>, time: () => <Time iso={made.expires_at} /> }}
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
          <Phrase text={t.until} parts={{ time: () => <Time iso={link.expires_at} /> }} />
          {" · "}
          {used === null ? (
            t.unused
          ) : (
            <Phrase text={t.used} parts={{ time: () => <Time iso={used} as="relative" /> }} />
          )}
          {link.created_by !== null && ` · ${t.by(link.created_by)}`}
        </p>
      </div>
      <ConfirmButton
        button={{ size: "xs", children: t.remove, "aria-label": `${t.remove}: ${link.name}` }}
        title={t.removeTitle(link.name)}
        action={t.removeAction}
        onConfirm={remove}
      >
        <p>{t.removeWhy}</p>
      </ConfirmButton>
    </li>
  );
}
