import type { NewSiteLink, NewSiteLinkView, SiteLinkRow } from "../../../server/contracts/access-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import { client } from "./api.ts";
import { one } from "./queries.ts";

export const siteLinkKeys = { of: (project: string) => ["site-links", project] as const };

const at = (project: string) => `/projects/${project}/site-links`;

export const siteLinks = {
  create: (project: string, body: NewSiteLink) => client.post<NewSiteLinkView>(at(project), body),
  remove: (project: string, id: string) => client.delete<void>(`${at(project)}/${id}`),
};

export const siteLinksQuery = (project: string) => one<Page<SiteLinkRow>>(siteLinkKeys.of(project), at(project));
