import { useInfiniteQuery } from "@tanstack/react-query";
import { filterOf, isFiltered, REQUEST_FILTER, type RequestFilter } from "../data/filters.ts";
import { requestsQuery, unrecordedRequestsQuery } from "../data/queries.ts";
import { navigate, pathWith } from "../lib/router.tsx";
import { EmptyList } from "../list/EmptyList.tsx";
import { ProjectFilter, SearchField, TimeFilter } from "../list/filters.tsx";
import { ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { FilterChoice } from "../parts/Choices.tsx";
import { RequestCells } from "./RequestCells.tsx";
import { RequestPane } from "./RequestPane.tsx";
import "./requests.css";

export function RequestsScreen({ id, query }: { id: string | null; query: URLSearchParams }) {
  const t = messages.requests;
  const filter = filterOf(query, REQUEST_FILTER);
  const list = useInfiniteQuery(requestsQuery(filter));
  const { data: leftOut = 0 } = useInfiniteQuery(unrecordedRequestsQuery(filter));
  const pathOf = (request: string | null) => pathWith(request === null ? "/requests" : `/requests/${request}`, filter);
  const change = (part: Partial<RequestFilter>) =>
    navigate(pathWith(id === null ? "/requests" : `/requests/${id}`, { ...filter, ...part }), true);
  return (
    <MasterDetail
      title={messages.shell.places.requests}
      closeTo={pathOf(null)}
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
          {leftOut > 0 && <p className="hint requests-left-out">{t.notRecorded(numberInWords(leftOut))}</p>}
        </>
      }
      list={
        <ListPane
          label={messages.shell.places.requests}
          list={list}
          selectedId={id}
          hrefOf={(request) => pathOf(request.id)}
          renderRow={(request) => <RequestCells request={request} />}
          empty={<EmptyList isFiltered={isFiltered(filter)} words={t} allAt="/requests" />}
        />
      }
      openId={id}
      one={messages.deliveries.tabs.request}
      detail={(open) => <RequestPane key={open} id={open} />}
    />
  );
}
