import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { SiteCopyView, VersionView } from "../../../server/contracts/editor-api.ts";
import { Time } from "../../shared/Time.tsx";
import type { UnsavedChanges } from "../drafts/offers.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import { useStorePart } from "../ui/lib/store.ts";
import { Problem, useAction } from "../ui/use-work.tsx";
import { siteLine } from "./site-line.ts";
import type { HistorySession } from "./versions.ts";

type Run = (work: () => Promise<void>) => void;

interface State {
  name: string;
  /** ISO 8601. */
  at: string;
  url: string;
  load(): Promise<VmsJson>;
  /** Uses the state for the article. @param run runs work after which the dialog closes */
  tools(run: Run): ReactNode;
}

export type ViewedState = State & { as: "preview" | "difference" };

interface RowProps {
  articleSession: HistorySession;
  onView: (viewed: ViewedState) => void;
}

export function VersionRow({ articleSession, version, onView, run }: RowProps & { version: VersionView; run: Run }) {
  const { api, preview, session } = articleSession;
  const { number } = version;
  const site = siteLine(version, session.site);
  const t = messages.history;
  const restore = (run: Run) => (
    <RestoreVersion
      articleSession={articleSession}
      version={version}
      onRestore={() => run(() => articleSession.restoreVersion(number))}
    />
  );
  const state: State = {
    name: t.version(number),
    at: version.created_at,
    url: preview.ofVersion(number),
    load: async () => (await api.version(number)).vms_json,
    tools: restore,
  };
  return (
    <li className="list-row history-row">
      <div className="list-words">
        <span className="list-name">
          {state.name}
          {version.current && <span className="note"> · {t.current}</span>}
        </span>
        <span className="note">
          <Time iso={version.created_at} /> · {version.user_email ?? t.noAuthor}
          {version.size > 0 && ` · ${sizeInWords(version.size)}`}
        </span>
        <span className="note" data-tone={site?.tone ?? "quiet"}>
          {site?.text ?? (version.readable ? t.noSite : t.foreign)}
        </span>
        <StateTools
          state={state}
          isReadable={version.readable}
          file={`${session.material_id}-${number}`}
          archiveUrl={api.archiveUrl(number)}
          onView={onView}
        />
        {restore(run)}
      </div>
    </li>
  );
}

const TOOL = { size: "compact-xs", variant: "subtle" } as const;

interface StateToolsProps extends Pick<RowProps, "onView"> {
  state: State;
  isReadable: boolean;
  /** File name without an extension. */
  file: string;
  /** Offered instead of the JSON if the state is readable. */
  archiveUrl?: string;
}

function StateTools({ state, isReadable, file, archiveUrl, onView }: StateToolsProps) {
  const action = useAction();
  const t = messages.history;
  const { downloadArchive, preview, compare } = messages.common;
  return (
    <>
      <Group gap={0} ml={-8}>
        {isReadable && (
          <>
            <Button {...TOOL} aria-label={t.previewOf(state.name)} onClick={() => onView({ ...state, as: "preview" })}>
              {preview}
            </Button>
            <Button
              {...TOOL}
              aria-label={t.compareWith(state.name)}
              onClick={() => onView({ ...state, as: "difference" })}
            >
              {compare}
            </Button>
          </>
        )}
        {isReadable && archiveUrl !== undefined ? (
          <Button {...TOOL} component="a" href={archiveUrl} download aria-label={`${downloadArchive}: ${state.name}`}>
            {downloadArchive}
          </Button>
        ) : (
          <Button {...TOOL} onClick={() => action.run(async () => downloadState(file, await state.load()))}>
            {t.downloadJson}
          </Button>
        )}
      </Group>
      <Problem action={action} />
    </>
  );
}

interface RestoreVersionProps extends Pick<RowProps, "articleSession"> {
  version: VersionView;
  onRestore: () => void;
}

/** Asks for confirmation, because the version is sent to the site. */
function RestoreVersion({ articleSession, version, onRestore }: RestoreVersionProps) {
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

export function SiteCopyRow({ articleSession, copy, onView }: RowProps & { copy: SiteCopyView }) {
  const { api, preview, presence, session } = articleSession;
  const reading = useStorePart(presence.state, ({ mode }) => mode === "reading");
  const t = messages.history;
  const state: State = {
    name: t.siteCopy,
    at: copy.created_at,
    url: preview.ofSiteCopy(),
    load: async () => (await api.siteCopy()).vms_json,
    tools: (run) =>
      !reading && (
        <>
          <span className="note">{t.useSiteCopyAsk}</span>
          <Button size="xs" onClick={() => run(async () => articleSession.takeSiteCopy(await api.siteCopy()))}>
            {t.useSiteCopy}
          </Button>
        </>
      ),
  };
  return (
    <section className="list-row history-row" aria-label={t.siteCopy}>
      <div className="list-words">
        <span className="list-name">{t.siteCopy}</span>
        <span className="note">
          <Time iso={copy.created_at} />
        </span>
        <span className="note">{t.siteCopyNote}</span>
        {!copy.readable && <span className="note">{t.foreign}</span>}
        <StateTools state={state} isReadable={copy.readable} file={`${session.material_id}-site`} onView={onView} />
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
