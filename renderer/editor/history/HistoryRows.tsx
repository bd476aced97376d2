import { Button } from "@mantine/core";
import { useState } from "react";
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { SiteCopy, SiteCopyView, VersionView } from "../../../server/contracts/editor-api.ts";
import { Time } from "../../shared/Time.tsx";
import type { UnsavedChanges } from "../drafts/offers.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { useStorePart } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-work.tsx";
import { siteLine } from "./site-line.ts";
import type { HistorySession } from "./versions.ts";

export type ViewedState = { as: "preview" | "difference" } & (
  | { kind: "version"; version: VersionView }
  | { kind: "site_copy"; copy: SiteCopy }
);

interface VersionRowProps {
  articleSession: HistorySession;
  version: VersionView;
  onView: (viewed: ViewedState) => void;
  onRestore: () => void;
}

export function VersionRow({ articleSession, version, onView, onRestore }: VersionRowProps) {
  const site = siteLine(version, articleSession.session.site);
  const action = useAction();
  const t = messages.history;
  const name = t.version(version.number);
  const download = () =>
    action.run(async () =>
      downloadState(
        `${articleSession.session.material_id}-${version.number}`,
        (await articleSession.api.version(version.number)).vms_json,
      ),
    );

  return (
    <li className="list-row history-row">
      <div className="list-words">
        <span className="list-name">
          {name}
          {version.current && <span className="note"> · {t.current}</span>}
        </span>
        <span className="note">
          <Time iso={version.created_at} /> · {version.user_email ?? t.noAuthor}
          {version.size > 0 && ` · ${sizeInWords(version.size)}`}
        </span>
        <span className="note" data-tone={site?.tone ?? "quiet"}>
          {site?.text ?? (version.readable ? t.noSite : t.foreign)}
        </span>
        <div className="history-tools row">
          {version.readable ? (
            <>
              <ViewButtons name={name} onView={(as) => onView({ kind: "version", version, as })} />
              <Button
                {...TOOL}
                component="a"
                href={articleSession.api.archiveUrl(version.number)}
                download
                aria-label={`${messages.common.downloadArchive}: ${name}`}
              >
                {messages.common.downloadArchive}
              </Button>
            </>
          ) : (
            <Button {...TOOL} onClick={download}>
              {t.downloadJson}
            </Button>
          )}
        </div>
        <Problem action={action} />
        <RestoreVersion articleSession={articleSession} version={version} onRestore={onRestore} />
      </div>
    </li>
  );
}

const TOOL = { size: "compact-xs", variant: "subtle" } as const;

function ViewButtons({ name, onView }: { name: string; onView: (as: ViewedState["as"]) => void }) {
  const t = messages.history;
  return (
    <>
      <Button {...TOOL} aria-label={t.previewOf(name)} onClick={() => onView("preview")}>
        {messages.common.preview}
      </Button>
      <Button {...TOOL} aria-label={t.compareWith(name)} onClick={() => onView("difference")}>
        {messages.common.compare}
      </Button>
    </>
  );
}

/** Asks for confirmation, because the version is sent to the site. */
export function RestoreVersion({ articleSession, version, onRestore }: Omit<VersionRowProps, "onView">) {
  const [confirming, setConfirming] = useState(false);
  const unsaved = useStorePart(articleSession.drafts.state, (drafts) => drafts.unsaved);
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const t = messages.history;
  if (version.current || !version.readable || reading) return null;
  if (!confirming)
    return (
      <div>
        <Button size="xs" variant="light" aria-label={t.restore(version.number)} onClick={() => setConfirming(true)}>
          {messages.common.restore}
        </Button>
      </div>
    );
  return (
    <div className="list-ask">
      <p>
        {t.restoreAsk(version.number)} {unsaved && t.restoreUnsaved}
      </p>
      <Button size="xs" onClick={onRestore}>
        {t.confirm}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={() => setConfirming(false)}>
        {messages.common.cancel}
      </Button>
    </div>
  );
}

interface SiteCopyRowProps {
  articleSession: HistorySession;
  copy: SiteCopyView;
  onView: (viewed: ViewedState) => void;
}

export function SiteCopyRow({ articleSession, copy, onView }: SiteCopyRowProps) {
  const action = useAction();
  const t = messages.history;
  const view = (as: ViewedState["as"]) =>
    action.run(async () => onView({ kind: "site_copy", copy: await articleSession.api.siteCopy(), as }));
  const download = () =>
    action.run(async () =>
      downloadState(`${articleSession.session.material_id}-site`, (await articleSession.api.siteCopy()).vms_json),
    );
  return (
    <section className="list-row history-row" aria-label={t.siteCopy}>
      <div className="list-words">
        <span className="list-name">{t.siteCopy}</span>
        <span className="note">
          <Time iso={copy.created_at} />
        </span>
        <span className="note">{t.siteCopyNote}</span>
        {!copy.readable && <span className="note">{t.siteCopyForeign}</span>}
        <div className="history-tools row">
          {copy.readable && <ViewButtons name={t.siteCopy} onView={view} />}
          <Button {...TOOL} onClick={download}>
            {t.downloadJson}
          </Button>
        </div>
        <Problem action={action} />
      </div>
    </section>
  );
}

interface UnsavedListProps {
  unsaved: UnsavedChanges[];
  onUse: ((changes: UnsavedChanges) => void) | null;
  onDiscard: (changes: UnsavedChanges) => void;
  /** Ids of open tabs, whose changes cannot be discarded here. */
  openTabs: ReadonlySet<string>;
}

export function UnsavedList({ unsaved, onUse, onDiscard, openTabs }: UnsavedListProps) {
  const t = messages.history;
  return (
    <>
      <h3 className="list-title">{messages.common.unsavedChanges}</h3>
      <ul className="list history-list">
        {unsaved.map((draft) => (
          <li key={draft.client_id} className="list-row">
            <div className="list-words">
              <span className="list-name">
                <Time iso={draft.updated_at} />
              </span>
              <span className="note">{draft.here ? t.here : draft.size === 0 ? t.evicted : t.elsewhere}</span>
            </div>
            {draft.here && !openTabs.has(draft.client_id) && (
              <Button size="xs" variant="subtle" color="gray" onClick={() => onDiscard(draft)}>
                {messages.common.discard}
              </Button>
            )}
            {onUse !== null && draft.size !== 0 && (
              <Button size="xs" variant="subtle" onClick={() => onUse(draft)}>
                {messages.common.restore}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function downloadState(name: string, state: VmsJson): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(state, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}.json`;
  link.click();
  // Delayed, because the browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
