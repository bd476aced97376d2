import { Button } from "@mantine/core";
import type { SiteCopyView } from "../../../server/contracts/editor-api.ts";
import { Time } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";
import type { ArticleSession } from "../session/article-session.ts";
import { useAction } from "../ui/use-action.ts";
import { downloadState } from "./download.ts";
import type { LookedAt } from "./VersionRow.tsx";
import { TOOL } from "./VersionRow.tsx";

export interface SiteCopyRowProps {
  articleSession: ArticleSession;
  copy: SiteCopyView;
  onLook: (looked: LookedAt) => void;
}

/** What the site sent at an opening and no version here says. */
export function SiteCopyRow({ articleSession, copy, onLook }: SiteCopyRowProps) {
  const action = useAction();
  const t = messages.around.history;
  const look = (as: LookedAt["as"]) => () =>
    action.run(async () => onLook({ kind: "site_copy", copy: await articleSession.api.siteCopy(), as }));
  const download = () =>
    action.run(async () =>
      downloadState(`${articleSession.session.material_id}-site`, (await articleSession.api.siteCopy()).vms_json),
    );
  return (
    <section className="list-row history-row" aria-label={t.siteCopy}>
      <div className="list-words history-words">
        <span className="list-name">{t.siteCopy}</span>
        <span className="list-note">
          <Time iso={copy.created_at} />
        </span>
        <span className="list-note">{t.siteCopyNote}</span>
        {!copy.readable && <span className="list-note">{t.siteCopyForeign}</span>}
        <div className="history-tools">
          {copy.readable && (
            <>
              <Button {...TOOL} aria-label={t.previewOf(t.siteCopy)} onClick={look("preview")}>
                {t.preview}
              </Button>
              <Button {...TOOL} aria-label={t.compareWith(t.siteCopy)} onClick={look("difference")}>
                {t.compare}
              </Button>
            </>
          )}
          <Button {...TOOL} onClick={download}>
            {t.downloadJson}
          </Button>
        </div>
        {action.problem !== null && <p className="problem">{action.problem}</p>}
      </div>
    </section>
  );
}
