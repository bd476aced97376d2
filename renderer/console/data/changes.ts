/** Mutations that write the response to the query cache. */
import { type InfiniteData, type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Page } from "../../../server/contracts/console-api.ts";
import type {
  ProjectPatch,
  ProjectRow,
  ProjectView,
  ProjectWithSecret,
} from "../../../server/contracts/projects-api.ts";
import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import type { SiteView } from "../../../server/contracts/sites-api.ts";
import { api } from "./api.ts";
import { keys } from "./queries.ts";

/** @param write writes the response to the cache */
function useChange<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  write: (client: QueryClient, result: Result) => unknown,
) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (result) => write(client, result) });
}

/** Refetches all queries with this key as prefix. */
export function useRefresh(queryKey: QueryKey): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}

/** A change whose response is the new value of a query. */
export const useReplace = <Input, Result>(queryKey: QueryKey, mutationFn: (input: Input) => Promise<Result>) =>
  useChange(mutationFn, (client, result) => client.setQueryData(queryKey, result));

const refetchOverview = (client: QueryClient) => void client.invalidateQueries({ queryKey: keys.overview });

export const useChangeSettings = () =>
  useChange(api.changeSettings, (client, settings) => {
    client.setQueryData(keys.settings, settings);
    refetchOverview(client);
  });

export const useCheckPublicUrl = () => useChange(api.checkPublicUrl, refetchOverview);
export const useResend = () => useChange(api.resend, refetchOverview);

export const useChangeNetwork = () =>
  useChange(api.changeNetwork, (client, network) => {
    client.setQueryData(keys.network, network);
    return client.invalidateQueries({ queryKey: keys.settings });
  });

export const useChangeBackupPlan = () => useReplace(keys.backups, api.changeBackupPlan);
export const useStartBackup = () => useReplace(keys.backups, api.startBackup);
export const useVerifyBackup = () => useReplace(keys.backups, api.verifyBackup);
export const useDrillReplica = () => useReplace(keys.replica, api.drillReplica);

const cacheReplica = (client: QueryClient, replica: ReplicaView) => {
  client.setQueryData(keys.replica, replica);
  refetchOverview(client);
};
export const useChangeReplica = () => useChange(api.changeReplica, cacheReplica);
export const useRemoveReplica = () => useChange(api.removeReplica, cacheReplica);

/** A change whose response is the changed site. */
export const useSiteChange = <Input>(id: string, mutationFn: (input: Input) => Promise<SiteView>) =>
  useChange(mutationFn, (client, view) => {
    client.setQueryData(keys.site(id), view);
    void client.invalidateQueries({ queryKey: keys.sites });
  });

export const useCreateProject = () =>
  useChange(api.createProject, (client, project) => {
    cacheProject(client, withoutSecret(project));
    refetchOverview(client);
  });

export const useChangeProject = (id: string) =>
  useChange((patch: ProjectPatch) => api.changeProject(id, patch), cacheProject);

export const useRotateSecret = (id: string) =>
  useChange(
    (overlapHours: number) => api.rotateSecret(id, overlapHours),
    (client, project) => cacheProject(client, withoutSecret(project)),
  );

export const useRevokeOldSecret = (id: string) => useChange(() => api.revokeOldSecret(id), cacheProject);

export const useDeleteProject = (id: string) =>
  useChange(
    (name: string) => api.deleteProject(id, name),
    (client) => removeRow(client, keys.projects, id),
  );

export const useDeleteSession = (id: string) =>
  useChange(
    () => api.deleteSession(id),
    (client) => removeRow(client, keys.sessions, id),
  );

function cacheProject(client: QueryClient, project: ProjectView): void {
  const isKnown = client
    .getQueryData<Rows<ProjectRow>>(keys.projects)
    ?.pages.some(({ items }) => items.some(({ id }) => id === project.id));
  changeRows<ProjectRow>(client, keys.projects, (rows, page) => {
    if (isKnown) return rows.map((row) => (row.id === project.id ? { ...row, ...project } : row));
    return page === 0 ? [{ ...project, last_activity_at: null, undelivered: 0 }, ...rows] : rows;
  });
  client.setQueryData<ProjectView>(keys.project(project.id), (before) => before && project);
}

type Rows<T> = InfiniteData<Page<T>>;

/** Changes the rows of all lists under `queryKey`. Repeats a running fetch, whose response may be older. */
function changeRows<T extends { id: string }>(
  client: QueryClient,
  queryKey: readonly unknown[],
  change: (rows: T[], page: number) => T[],
): void {
  client.setQueriesData<Rows<T>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page, n) => ({ ...page, items: change(page.items, n) })) },
  );
  void client.invalidateQueries({ queryKey, fetchStatus: "fetching" });
}

const removeRow = (client: QueryClient, queryKey: readonly unknown[], id: string) =>
  changeRows(client, queryKey, (rows) => rows.filter((row) => row.id !== id));

/** Secrets are never cached. */
function withoutSecret({ api_secret: _, ...project }: ProjectWithSecret): ProjectView {
  return project;
}
