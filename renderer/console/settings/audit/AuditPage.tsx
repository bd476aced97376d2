import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditRow } from "../../../../server/contracts/logs-api.ts";
import { Time } from "../../../shared/Time.tsx";
import { AUDIT_FILTER, filterOf, isFiltered } from "../../data/filters.ts";
import { auditQuery, projectsQuery } from "../../data/queries.ts";
import { navigate, pathWith, usePlace } from "../../lib/router.tsx";
import { EmptyList } from "../../list/EmptyList.tsx";
import { messages } from "../../messages/index.ts";
import { Items } from "../../parts/Loaded.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { actionWords, detailWords, personWords } from "./words.ts";
import "./audit.css";

const PATH = "/settings/audit";

export function AuditPage() {
  const t = messages.settings.audit;
  const { query } = usePlace();
  const filter = filterOf(query, AUDIT_FILTER);
  const audit = useInfiniteQuery(auditQuery(filter));
  const projects = new Map(useInfiniteQuery(projectsQuery).data?.map(({ id, name }) => [id, name]));
  return (
    <>
      <AuditFilters filter={filter} onChange={(change) => navigate(pathWith(PATH, { ...filter, ...change }), true)} />
      <Items
        query={audit}
        items={audit.data}
        className="list ruled settings-audit"
        label={t.entries}
        none={<EmptyList isFiltered={isFiltered(filter)} words={t} allAt={PATH} />}
        rows={10}
        height={24}
      >
        {(entry) => (
          <li>
            <details>
              <summary>
                <Time iso={entry.at} as="seconds" />{" "}
                <AuditLine entry={entry} project={projects.get(entry.project_id ?? "") ?? null} />
              </summary>
              <code className="wrap">
                {entry.subject} {JSON.stringify(entry.detail)}
              </code>
            </details>
          </li>
        )}
      </Items>
    </>
  );
}

function AuditLine({ entry, project }: { entry: AuditRow; project: string | null }) {
  // Entries of older Galley versions have the IP address of a login in the detail.
  const address = entry.address ?? (typeof entry.detail.address === "string" ? entry.detail.address : null);
  const detail = detailWords(entry.detail, entry.subject_name);
  return (
    <span className="wrap">
      <b>{actionWords(entry.action)}</b>
      {entry.subject_name !== null && <span>{entry.subject_name}</span>}
      {project !== null && project !== entry.subject_name && <span className="muted">{project}</span>}
      {detail !== "" && <span className="muted">{detail}</span>}
      <span className="muted settings-audit-who">
        {personWords(entry.person)}
        {address !== null && <samp>{address}</samp>}
      </span>
    </span>
  );
}
