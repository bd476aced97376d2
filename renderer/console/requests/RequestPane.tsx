import { useQuery } from "@tanstack/react-query";
import type { RequestDetail } from "../../../server/contracts/requests-api.ts";
import { said } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { requestQuery } from "../data/queries.ts";
import { pathWith } from "../lib/router.tsx";
import { bytesWords, durationWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { Body } from "../parts/Body.tsx";
import { Block, CodeFact, CopyFact, Fact, Facts } from "../parts/basics.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { BeyondSiteLink } from "../parts/May.tsx";
import { StatusMark } from "./RequestCells.tsx";
import { kindWords } from "./words.ts";

export function RequestPane({ id }: { id: string }) {
  const request = useQuery(requestQuery(id));
  return (
    <Loaded query={request} rows={7} height={40}>
      {(data) => <RequestView request={data} />}
    </Loaded>
  );
}

function RequestView({ request }: { request: RequestDetail }) {
  const t = messages.requests;
  const { exchange, code, reason } = request;
  const isClientGone = code === "client_gone";
  return (
    <div className="detail-body">
      <header className="detail-head">
        <div className="line">
          <h2>{kindWords(request)}</h2>
          <StatusMark request={request} />
        </div>
        <p className="detail-sub">
          {request.material_id !== null && `${request.material_id} · `}
          {request.project_id !== null && (
            <>
              <BeyondSiteLink to={`/projects/${request.project_id}`}>{request.project_name}</BeyondSiteLink> ·{" "}
            </>
          )}
          <Time iso={request.at} as="seconds" />
        </p>
      </header>
      <p className="delivery-explanation">
        {isClientGone ? t.clientClosed : reason === "" ? t.succeeded : said(reason, request.reason_sentence)}
      </p>
      <p className="wrap">
        <code>
          {request.method} {request.path}
          {exchange?.query}
        </code>
      </p>
      <RequestFacts request={request} />
      {exchange !== null ? (
        <>
          <Block id="request-side" title={t.requestSide}>
            <Body side="request" message={exchange.request} faultAt={null} bytes={null} />
          </Block>
          {!isClientGone && (
            <Block id="response-side" title={messages.deliveries.tabs.response}>
              <Body side="answer" message={exchange.response} faultAt={null} bytes={null} />
            </Block>
          )}
        </>
      ) : (
        <p className="hint">{t.notStored}</p>
      )}
    </div>
  );
}

function RequestFacts({ request }: { request: RequestDetail }) {
  const t = messages.requests;
  const { material_id, callback_host, code, exchange } = request;
  return (
    <Block id="request-facts" title={messages.common.details}>
      <Facts>
        {material_id !== null && <CopyFact name={messages.common.materialId} value={material_id} />}
        {callback_host !== null && (
          <Fact name={t.fact.host}>
            <BeyondSiteLink to={pathWith("/sites", { project: request.project_id, q: callback_host })}>
              <code>{callback_host}</code>
            </BeyondSiteLink>
          </Fact>
        )}
        {exchange !== null && exchange.api_key !== null && (
          <CodeFact name={messages.common.apiKey}>{exchange.api_key}</CodeFact>
        )}
        {code !== null && <CopyFact name={messages.common.code} value={code} />}
        <CopyFact name={messages.common.ipAddress} value={request.client_address} />
        <Fact name={t.fact.duration}>{durationWords(request.duration_ms)}</Fact>
        <Fact name={t.fact.sizes}>
          {t.sizes(bytesWords(request.request_bytes), bytesWords(request.response_bytes))}
        </Fact>
      </Facts>
    </Block>
  );
}
