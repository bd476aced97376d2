/** The log of the requests of sites, and the open request. The filters are in the URL. */
import { NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { RequestFilter } from "../data/api.ts";
import { requestsLeftOutQuery, requestsQuery } from "../data/queries.ts";
import { navigate, pathWith } from "../lib/router.tsx";
import { EmptyList } from "../list/EmptyList.tsx";
import { ProjectFilter, SearchField, TimeFilter } from "../list/filters.tsx";
import { ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { bound } from "../parts/Form.tsx";
import { RequestCells } from "./RequestCells.tsx";
import { RequestPane } from "./RequestPane.tsx";
import "./requests.css";

export function RequestsScreen({ id, query }: { id: string | null; query: URLSearchParams }) {
  const t = messages.requests;
  const value = (name: string) => query.get(name) ?? "";
  const filter = {
    project: value("project"),
    status: value("status"),
    from: value("from"),
    to: value("to"),
    q: value("q"),
  };
  const list = useInfiniteQuery(requestsQuery(filter));
  const { data: leftOut = 0 } = useInfiniteQuery(requestsLeftOutQuery(filter));
  const pathOf = (request: string | null) => pathWith(request === null ? "/requests" : `/requests/${request}`, filter);
  const change = (part: Partial<RequestFilter>) =>
    navigate(pathWith(id === null ? "/requests" : `/requests/${id}`, { ...filter, ...part }), true);
  const isFiltered = Object.values(filter).some((one) => one !== "");
  const statuses = Object.entries(t.statuses).map(([one, label]) => ({ value: one, label }));
  return (
    <MasterDetail
      title={t.title}
      closeTo={pathOf(null)}
      tools={
        <>
          <SearchField label={t.search} value={filter.q} onChange={(q) => change({ q })} />
          <ProjectFilter value={filter.project} onChange={(project) => change({ project })} />
          <NativeSelect
            size="xs"
            aria-label={t.status}
            {...bound(filter.status, (status) => change({ status }))}
            data={[
              ...statuses,
              ...(filter.status in t.statuses ? [] : [{ value: filter.status, label: filter.status }]),
            ]}
          />
          <TimeFilter from={filter.from} to={filter.to} onChange={change} />
          {leftOut > 0 && <p className="hint requests-left-out">{t.leftOut(numberInWords(leftOut))}</p>}
        </>
      }
      list={
        <ListPane
          label={t.title}
          list={list}
          selectedId={id}
          hrefOf={(request) => pathOf(request.id)}
          renderRow={(request) => <RequestCells request={request} />}
          empty={<EmptyList isFiltered={isFiltered} words={t} allAt="/requests" />}
        />
      }
      detail={id === null ? null : { id, label: t.one, node: <RequestPane key={id} id={id} /> }}
    />
  );
}
