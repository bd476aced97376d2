import { VisuallyHidden } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import type { SessionRow } from "../../../server/contracts/sessions-api.ts";
import { Time } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";
import { DeliveryMark } from "../parts/StateMark.tsx";

function OpenComments({ count }: { count: number }) {
  if (count === 0) return null;
  const words = messages.sessions.openComments(count);
  return (
    <span className="muted" title={words}>
      <IconMessage size={14} aria-hidden />
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

export function SessionCells({ session }: { session: SessionRow }) {
  return (
    <div className="cells cells-session" data-titled={session.title !== null}>
      <span className="cell-named strong">
        <span className="cut" title={session.title ?? undefined}>
          {session.title ?? session.material_id}
        </span>
        <OpenComments count={session.open_comments} />
      </span>
      <span className="cell-state">{session.delivery && <DeliveryMark delivery={session.delivery} />}</span>
      <span className="muted cell-id" title={session.material_id}>
        {session.title !== null && session.material_id}
      </span>
      <span className="muted cell-version">
        {session.current_version === null ? messages.common.noVersion : messages.words.version(session.current_version)}
      </span>
      <span className="muted cell-author">{session.author}</span>
      <span className="muted cell-project">
        {session.project_name}
        <span className="cell-host"> → {session.callback_host}</span>
      </span>
      <span className="muted cell-time">
        <Time iso={session.last_access} />
      </span>
    </div>
  );
}
