import type { RequestRow } from "../../../server/contracts/requests-api.ts";
import { said } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { durationWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { Mark } from "../parts/basics.tsx";
import { kindWords } from "./words.ts";

export function RequestCells({ request }: { request: RequestRow }) {
  const { material_id, reason, project_name, client_address } = request;
  const kind = kindWords(request);
  const why = reason === "" ? durationWords(request.duration_ms) : said(reason, request.reason_sentence);
  return (
    <span className="cells cells-request">
      <span className="cell-named request-named">
        <strong className="cut" title={material_id ?? kind}>
          {material_id ?? kind}
        </strong>
        {material_id !== null && <span className="muted request-kind">{kind}</span>}
      </span>
      <span className="cell-state">
        <StatusMark request={request} />
      </span>
      <span className="muted cell-why" title={why}>
        {why}
      </span>
      <span className="muted request-project">{project_name ?? "–"}</span>
      <span className="muted request-address">{client_address}</span>
      <span className="muted cell-time">
        <Time iso={request.at} as="seconds" />
      </span>
    </span>
  );
}

export function StatusMark({ request: { status, code } }: { request: Pick<RequestRow, "status" | "code"> }) {
  const tone = status !== null && status < 400 && code === null ? "taken" : "refused";
  return <Mark tone={tone}>{status ?? messages.common.noResponse}</Mark>;
}
