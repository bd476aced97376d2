import { useInfiniteQuery } from "@tanstack/react-query";
import type { RequestDetail, RequestRow } from "../../../server/contracts/requests-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { filterOf, isFiltered, REQUEST_FILTER } from "../data/filters.ts";
import { requestQuery, requestsQuery, unrecordedRequestsQuery } from "../data/queries.ts";
import { pathWith } from "../lib/router.tsx";
import { durationWords } from "../lib/words.ts";
import { ProjectFilter, SearchField, TimeFilter } from "../list/filters.tsx";
import { EmptyList } from "../list/ListPane.tsx";
import { ListScreen, listPaths } from "../list/MasterDetail.tsx";
import { messages, numberInWords, sizeInWords } from "../messages/index.ts";
import { Body } from "../parts/Body.tsx";
import { Block, CodeFact, CopyFact, Fact, Facts, Mark } from "../parts/basics.tsx";
import { FilterChoice } from "../parts/Choices.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { AccountOnlyLink } from "../parts/RequireRole.tsx";
import "./requests.css";

export function RequestsScreen({ id, query }: { id: string | null; query: URLSearchParams }) {
  const t = messages.requests;
  const filter = filterOf(query, REQUEST_FILTER);
  const list = useInfiniteQuery(requestsQuery(filter));
  const { data: leftOut = 0 } = useInfiniteQuery(unrecordedRequestsQuery(filter));
  const { pathOf, change } = listPaths("/requests", id, filter);
  return (
    <ListScreen
      place="requests"
      pathOf={pathOf}
      tools={
        <>
          <SearchField label={t.search} value={filter.q} onChange={(q) => change({ q })} />
          <ProjectFilter value={filter.project} onChange={(project) => change({ project })} />
          <FilterChoice<string>
            label={t.status}
            words={t.statuses}
            value={filter.status}
            onChange={(status) => change({ status })}
          />
          <TimeFilter from={filter.from} to={filter.to} onChange={change} />
          {leftOut > 0 && (
            <p className="hint" style={{ flex: "1 0 100%", margin: 0 }}>
              {t.notRecorded(numberInWords(leftOut))}
            </p>
          )}
        </>
      }
      list={list}
      renderRow={(request) => <RequestCells request={request} />}
      empty={<EmptyList isFiltered={isFiltered(filter)} words={t} allAt="/requests" />}
      openId={id}
      one={messages.deliveries.tabs.request}
      detail={(open) => (
        <Loaded key={open} query={requestQuery(open)}>
          {(request) => <RequestView request={request} />}
        </Loaded>
      )}
    />
  );
}

function RequestView({ request }: { request: RequestDetail }) {
  const t = messages.requests;
  const { material_id, callback_host, exchange, code, reason } = request;
  const isClientGone = code === "client_gone";
  return (
    <div className="detail-body">
      <header className="detail-head">
        <div className="line">
          <h2>{kindWords(request)}</h2>
          <StatusMark request={request} />
        </div>
        <p className="hint wrap">
          {material_id !== null && `${material_id} · `}
          {request.project_id !== null && (
            <>
              <AccountOnlyLink to={`/projects/${request.project_id}`}>{request.project_name}</AccountOnlyLink> ·{" "}
            </>
          )}
          <Time iso={request.at} as="seconds" />
        </p>
      </header>
      <p className="delivery-explanation">
        {isClientGone ? t.clientClosed : reason === "" ? t.succeeded : localized(reason, request.reason_sentence)}
      </p>
      <p className="wrap">
        <code>
          {request.method} {request.path}
          {exchange?.query}
        </code>
      </p>
      <Block id="request-facts" title={messages.common.details}>
        <Facts>
          {material_id !== null && <CopyFact name={messages.common.materialId} value={material_id} />}
          {callback_host !== null && (
            <Fact name={t.host}>
              <AccountOnlyLink to={pathWith("/sites", { project: request.project_id, q: callback_host })}>
                <code>{callback_host}</code>
              </AccountOnlyLink>
            </Fact>
          )}
          {exchange !== null && exchange.api_key !== null && (
            <CodeFact name={messages.common.apiKey}>{exchange.api_key}</CodeFact>
          )}
          {code !== null && <CopyFact name={messages.common.code} value={code} />}
          <CopyFact name={messages.common.ipAddress} value={request.client_address} />
          <Fact name={t.duration}>{durationWords(request.duration_ms)}</Fact>
          <Fact name={messages.backups.size}>
            {t.sizes(sizeInWords(request.request_bytes), sizeInWords(request.response_bytes))}
          </Fact>
        </Facts>
      </Block>
      {exchange !== null ? (
        <>
          <Block id="request-side" title={t.requestSide}>
            <Body side="request" message={exchange.request} faultAt={null} bytes={null} />
          </Block>
          {!isClientGone && (
            <Block id="response-side" title={messages.deliveries.tabs.response}>
              <Body side="response" message={exchange.response} faultAt={null} bytes={null} />
            </Block>
          )}
        </>
      ) : (
        <p className="hint">{t.notStored}</p>
      )}
    </div>
  );
}

function RequestCells({ request }: { request: RequestRow }) {
  const { material_id, reason, project_name, client_address } = request;
  const kind = kindWords(request);
  const why = reason === "" ? durationWords(request.duration_ms) : localized(reason, request.reason_sentence);
  return (
    <span className="cells cells-request">
      <span className="cell-named" style={{ alignItems: "baseline" }}>
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

function StatusMark({ request: { status, code } }: { request: Pick<RequestRow, "status" | "code"> }) {
  const tone = status !== null && status < 400 && code === null ? "good" : "bad";
  return <Mark tone={tone}>{status ?? messages.common.noResponse}</Mark>;
}

/** "Open article", else the path. */
function kindWords({ path }: Pick<RequestRow, "path">): string {
  const kind = Object.entries(messages.requests.kinds).find(([route]) => path.startsWith(`/integration/${route}`));
  return kind?.[1] ?? path;
}
