import { Button, NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type {
  FontComparison,
  FontsView,
  PublishedFile,
  RecipientsView,
  SnapshotView,
} from "../../../server/contracts/fonts-api.ts";
import { localized } from "../../shared/language.ts";
import { localTime, Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { fontComparisonQuery, fontDeliveriesQuery, fontRecipientsQuery, keys } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { messages, sizeInWords } from "../messages/index.ts";
import { Block, Phrase, TimePhrase } from "../parts/basics.tsx";
import { Confirm, ROW_BUTTON, rowWords } from "../parts/Confirm.tsx";
import { bound } from "../parts/Form.tsx";
import { Items, Loaded } from "../parts/Loaded.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { RowDownload } from "../parts/RowMenu.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { deliveriesWords, fileWords, snapshotWords } from "./words.ts";

export function Snapshots({ projectId, fonts: { current, snapshots } }: { projectId: string; fonts: FontsView }) {
  const t = messages.fonts;
  const [again, setAgain] = useState<SnapshotView | null>(null);
  return (
    <>
      <ul className="list ruled">
        {snapshots.map((snapshot) => (
          <li key={snapshot.id} className="between" aria-current={snapshot.current ? "true" : undefined}>
            <span className="strong">
              <Time iso={snapshot.published_at} />
              {snapshot.current && <span className="text-good"> {t.current}</span>}
            </span>
            <span className="muted wrap grow">
              {snapshotWords(snapshot)}, {sizeInWords(snapshot.size)} · {deliveriesWords(snapshot)}
            </span>
            <span>
              <RequireRole atLeast="operator">
                <Button {...ROW_BUTTON} onClick={() => setAgain(snapshot)}>
                  {rowWords(`${t.publishing.actionAgain}…`, snapshot.created_at)}
                </Button>
              </RequireRole>
              <RowDownload
                href={api.snapshotArchiveUrl(projectId, snapshot.id)}
                label={messages.sessions.downloadArchive}
                of={snapshot.created_at}
              />
            </span>
          </li>
        ))}
      </ul>
      {snapshots.length > 0 && (
        // Resets the selection after a publication.
        <Compare key={snapshots.map(({ id }) => id).join()} projectId={projectId} snapshots={snapshots} />
      )}
      {again !== null && (
        <PublishDialog projectId={projectId} current={current} snapshot={again} onClose={() => setAgain(null)} />
      )}
    </>
  );
}

/** Value for the unpublished fonts. */
const NOW = "";

function Compare({ projectId, snapshots }: { projectId: string; snapshots: SnapshotView[] }) {
  const t = messages.fonts.compare;
  const [first, second] = snapshots;
  const [from, setFrom] = useState(second?.id ?? first?.id ?? NOW);
  const [to, setTo] = useState(second === undefined ? NOW : (first?.id ?? NOW));
  const options = snapshots.map((snapshot) => ({
    value: snapshot.id,
    label: `${localTime(snapshot.created_at, Date.now(), true)} · ${snapshotWords(snapshot)}`,
  }));
  return (
    <Block id="compare" title={t.head}>
      <div className="form-pair">
        <NativeSelect label={t.from} {...bound(from, setFrom)} data={options} />
        <NativeSelect label={t.to} {...bound(to, setTo)} data={[{ value: NOW, label: t.now }, ...options]} />
      </div>
      <div aria-live="polite">
        <Loaded query={fontComparisonQuery(projectId, from, to === NOW ? null : to)}>
          {(data) => <Comparison comparison={data} />}
        </Loaded>
      </div>
    </Block>
  );
}

export function SnapshotDeliveries({ projectId, snapshotId }: { projectId: string; snapshotId: string }) {
  const t = messages.fonts;
  const list = useInfiniteQuery(fontDeliveriesQuery(projectId, snapshotId));
  return (
    <Items list={list} label={messages.shell.places.deliveries} none={t.noDeliveries}>
      {(delivery) => (
        <li className="line">
          <Link to={`/deliveries/${delivery.id}`} className="plain-link" title={messages.sessions.openDelivery}>
            <DeliveryMark delivery={delivery} />
          </Link>
          <span className="muted wrap">
            <Phrase
              text={t.via}
              parts={{ article: () => <Link to={`/deliveries/${delivery.id}`}>{delivery.material_id}</Link> }}
            />{" "}
            · <Time iso={delivery.created_at} as="seconds" />
            {delivery.explanation !== "" && <> · {localized(delivery.explanation, delivery.explanation_sentence)}</>}
          </span>
        </li>
      )}
    </Items>
  );
}

function Comparison({ comparison: { added, removed, changed, unchanged } }: { comparison: FontComparison }) {
  const t = messages.fonts.compare;
  return (
    <>
      <Files title={t.added(added.length)} files={added.map((to) => ({ to, from: null }))} />
      <Files title={t.changed(changed.length)} files={changed} />
      <Files title={t.removed(removed.length)} files={removed.map((to) => ({ to, from: null }))} />
      <p className="hint">{t.unchanged(unchanged)}</p>
    </>
  );
}

function Files({ title, files }: { title: string; files: { to: PublishedFile; from: PublishedFile | null }[] }) {
  if (files.length === 0) return null;
  return (
    <>
      <p className="strong">{title}</p>
      <ul className="list ruled" aria-label={title}>
        {files.map(({ to, from }) => (
          <li key={to.file_name}>
            {fileWords(to)}, {sizeInWords(to.size)} <code>{to.file_name}</code>
            {from !== null && (
              <div className="muted">
                {messages.fonts.compare.before(fileWords(from))} <code>{from.file_name}</code>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Keeps the buttons below in the window. */
const SCROLLING = { maxHeight: "max(8rem, calc(100dvh - 19rem))", overflowY: "auto" } as const;

interface PublishDialogProps {
  projectId: string;
  current: SnapshotView | null;
  /** A snapshot to publish again; null: the current fonts. */
  snapshot: SnapshotView | null;
  onClose: () => void;
}

export function PublishDialog({ projectId, current, snapshot, onClose }: PublishDialogProps) {
  const t = messages.fonts.publishing;
  const refresh = useRefresh(keys.fonts(projectId));
  return (
    <Confirm
      opened
      onClose={onClose}
      action={snapshot === null ? t.action : t.actionAgain}
      destructive={false}
      onConfirm={() => api.publishFonts(projectId, snapshot?.id ?? null).then(() => void refresh())}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section style={SCROLLING} tabIndex={0} aria-label={t.what}>
        {snapshot !== null && (
          <p>
            <TimePhrase text={t.again} iso={snapshot.created_at} />
          </p>
        )}
        <Loaded query={fontComparisonQuery(projectId, current?.id ?? null, snapshot?.id ?? null)}>
          {(data) => (
            <section aria-label={messages.common.changes}>
              <Comparison comparison={data} />
            </section>
          )}
        </Loaded>
        <Loaded query={fontRecipientsQuery(projectId)}>
          {(data) => (
            <section aria-label={t.recipients}>
              <RecipientList recipients={data} />
            </section>
          )}
        </Loaded>
      </section>
    </Confirm>
  );
}

function RecipientList({ recipients: { total, items } }: { recipients: RecipientsView }) {
  const t = messages.fonts.publishing;
  if (total === 0) return <p>{t.noRecipients}</p>;
  return (
    <>
      <p>{t.urls(total)}</p>
      <ul className="list ruled">
        {items.map((recipient) => (
          <li key={recipient.callback_url}>
            <code>{recipient.callback_url}</code>
            <div className="muted">{t.via(recipient.material_id, recipient.saved)}</div>
          </li>
        ))}
      </ul>
      {total > items.length && <p>{t.more(total - items.length)}</p>}
    </>
  );
}
