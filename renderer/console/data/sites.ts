import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewSiteLink, NewSiteLinkView, SiteLinkRow } from "../../../server/contracts/access-api.ts";
import type { Assignees } from "../../../server/contracts/accounts-api.ts";
import type { ProblemPatch, SitePatch, SiteRow, SiteSort, SiteView } from "../../../server/contracts/sites-api.ts";
import { client } from "./api.ts";
import { detailQuery, items, keys, listQuery } from "./queries.ts";

/** Interval in ms while a hold or release is being applied. */
const SETTLING_REFRESH_MS = 1_000;
/** Interval in ms: charts change without events. */
const SITE_REFRESH_MS = 60_000;

export const sitesQuery = (filter: { project: string; q: string; sort: SiteSort }) =>
  listQuery<SiteRow>([...keys.sites, filter], "/sites", () => filter);

export const siteQuery = (id: string) => ({
  ...detailQuery<SiteView>(keys.site(id), `/sites/${id}`),
  refetchInterval: ({ state }: { state: { data: SiteView | undefined } }) =>
    state.data?.is_settling ? SETTLING_REFRESH_MS : SITE_REFRESH_MS,
});

/** Accounts to which problems can be assigned. */
export const assigneesQuery = detailQuery<Assignees>(["assignees"], "/assignees");

export const siteCalls = {
  hold: (id: string) => client.post<SiteView>(`/sites/${id}/hold`),
  release: (id: string) => client.post<SiteView>(`/sites/${id}/release`),
  change: (id: string, patch: SitePatch) => client.patch<SiteView>(`/sites/${id}`, patch),
  changeProblem: (id: string, patch: ProblemPatch) => client.patch<SiteView>(`/problems/${id}`, patch),
};

/** A change whose response is the changed site. */
export function useSiteChange<Input>(id: string, mutationFn: (input: Input) => Promise<SiteView>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (view) => {
      queries.setQueryData(keys.site(id), view);
      void queries.invalidateQueries({ queryKey: keys.sites });
    },
  });
}

export const siteLinkKeys = { of: (project: string) => ["site-links", project] as const };

const at = (project: string) => `/projects/${project}/site-links`;

export const siteLinks = {
  create: (project: string, body: NewSiteLink) => client.post<NewSiteLinkView>(at(project), body),
  remove: (project: string, id: string) => client.delete<void>(`${at(project)}/${id}`),
};

export const siteLinksQuery = (project: string) => items<SiteLinkRow>(siteLinkKeys.of(project), at(project));
