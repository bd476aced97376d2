import { Button } from "@mantine/core";
import { useState } from "react";
import type { SiteCopy, VersionView } from "../../../server/contracts/editor-api.ts";
import { Time } from "../../shared/Time.tsx";
import { useStorePart } from "../lib/use-store.ts";
import { messages, sizeInWords } from "../messages/index.ts";
import type { ArticleSession } from "../session/article-session.ts";
import { useAction } from "../ui/use-action.ts";
import { downloadState } from "./download.ts";
import { siteLine } from "./site-line.ts";

/** One state that is looked at before it is taken. */
export type LookedAt = { as: "preview" | "difference" } & (
  | { kind: "version"; version: VersionView }
  | { kind: "site_copy"; copy: SiteCopy }
);

export interface VersionRowProps {
  articleSession: ArticleSession;
  version: VersionView;
  onLook: (looked: LookedAt) => void;
  onBringBack: () => void;
}

export function VersionRow({ articleSession, version, onLook, onBringBack }: VersionRowProps) {
  const site = siteLine(version, articleSession.session.site);
  const action = useAction();
  const [t, around] = [messages.history, messages.around.history];
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
      <div className="list-words history-words">
        <span className="list-name">
          {name}
          {version.current && <span className="list-note"> · {t.current}</span>}
        </span>
        <span className="list-note">
          <Time iso={version.created_at} /> · {version.user_email ?? t.noAuthor}
          {version.size > 0 && ` · ${sizeInWords(version.size)}`}
        </span>
        <span className="list-note" data-tone={site?.tone ?? "quiet"}>
          {site?.text ?? (version.readable ? t.noSite : around.foreign)}
        </span>
        <div className="history-tools">
          {version.readable ? (
            <>
              <Button
                {...TOOL}
                aria-label={around.previewOf(name)}
                onClick={() => onLook({ kind: "version", version, as: "preview" })}
              >
                {around.preview}
              </Button>
              <Button
                {...TOOL}
                aria-label={around.compareWith(name)}
                onClick={() => onLook({ kind: "version", version, as: "difference" })}
              >
                {around.compare}
              </Button>
              <Button
                {...TOOL}
                component="a"
                href={articleSession.api.archiveUrl(version.number)}
                download
                aria-label={around.downloadOf(name)}
              >
                {around.download}
              </Button>
            </>
          ) : (
            <Button {...TOOL} onClick={download}>
              {around.downloadJson}
            </Button>
          )}
        </div>
        {action.problem !== null && <p className="problem">{action.problem}</p>}
        <BringBack articleSession={articleSession} version={version} onBringBack={onBringBack} />
      </div>
    </li>
  );
}

export const TOOL = { size: "compact-xs", variant: "subtle" } as const;

/** Asks once: the site gets the old version again. */
export function BringBack({ articleSession, version, onBringBack }: Omit<VersionRowProps, "onLook">) {
  const [asking, setAsking] = useState(false);
  const unsaved = useStorePart(articleSession.drafts.state, (drafts) => drafts.unsaved);
  const reading = useStorePart(articleSession.presence.state, (presence) => presence.mode === "reading");
  const t = messages.history;
  if (version.current || !version.readable || reading) return null;
  if (!asking)
    return (
      <div>
        <Button size="xs" variant="light" aria-label={t.restore(version.number)} onClick={() => setAsking(true)}>
          {t.restoreShort}
        </Button>
      </div>
    );
  return (
    <div className="list-ask">
      <p>
        {t.restoreAsk(version.number)} {unsaved && t.restoreUnsaved}
      </p>
      <Button size="xs" onClick={onBringBack}>
        {t.confirm}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={() => setAsking(false)}>
        {t.cancel}
      </Button>
    </div>
  );
}
