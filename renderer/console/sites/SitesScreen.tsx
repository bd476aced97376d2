import { VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { SiteRow } from "../../../server/contracts/sites-api.ts";
import { Time } from "../../shared/Time.tsx";
import { sitesQuery } from "../data/queries.ts";
import { siteNames } from "../lib/words.ts";
import { ProjectFilter, SearchField } from "../list/filters.tsx";
import { EmptyList } from "../list/ListPane.tsx";
import { ListScreen, listPaths } from "../list/MasterDetail.tsx";
import { messages } from "../messages/index.ts";
import { EnvironmentMark, TimePhrase } from "../parts/basics.tsx";
import { FilterChoice, namesOf } from "../parts/Choices.tsx";
import { SiteMark, SitePane } from "./SitePane.tsx";
import "./sites.css";

export function SitesScreen({ id, query }: { id: string | null; query: URLSearchParams }) {
  const t = messages.sites;
  const filter = {
    project: query.get("project") ?? "",
    q: query.get("q") ?? "",
    sort: namesOf(t.sorts).find((sort) => sort === query.get("sort")) ?? "attention",
  };
  const params = { ...filter, sort: filter.sort === "attention" ? "" : filter.sort, span: query.get("span") };
  const { pathOf, change } = listPaths("/sites", id, params);
  const list = useInfiniteQuery(sitesQuery(filter));
  const nameOf = siteNames(list.data ?? []);
  return (
    <ListScreen
      place="sites"
      pathOf={pathOf}
      tools={
        <>
          <SearchField label={t.search} value={filter.q} onChange={(q) => change({ q })} />
          <ProjectFilter value={filter.project} onChange={(project) => change({ project })} />
          <FilterChoice
            label={t.sort}
            words={t.sorts}
            value={filter.sort}
            onChange={(sort) => change({ sort: sort === "attention" ? "" : sort })}
          />
        </>
      }
      list={list}
      renderRow={(site) => <SiteCells site={site} name={nameOf(site)} />}
      empty={<EmptyList isFiltered={filter.project !== "" || filter.q !== ""} words={t} allAt="/sites" />}
      openId={id}
      one={messages.deliveries.host}
      detail={(open) => <SitePane key={open} id={open} />}
    />
  );
}

function SiteCells({ site, name }: { site: SiteRow; name: string }) {
  const t = messages.sites;
  const start = { held: site.held_at, failing: site.failing_since, ok: null, idle: null }[site.state];
  return (
    <span className="cells site-cells" data-behind={site.undelivered > 0}>
      <span className="cell-named strong">
        <span className="cut" title={site.origin}>
          {name}
        </span>
      </span>
      <span className="cell-state">
        <SiteMark state={site.state} />
      </span>
      <span className="muted site-since">{start !== null && <TimePhrase text={t.since} iso={start} />}</span>
      <span className="muted cell-named">
        <span className="cut">{site.project}</span> <EnvironmentMark environment={site.environment} />
      </span>
      <span className="site-undelivered muted text-bad">
        {site.undelivered > 0 && messages.common.undelivered(site.undelivered)}
      </span>
      <span className="muted cell-time site-time" title={t.delivered}>
        <VisuallyHidden>{t.delivered} </VisuallyHidden>
        {site.last_delivered_at === null ? messages.common.never : <Time iso={site.last_delivered_at} as="relative" />}
      </span>
    </span>
  );
}
