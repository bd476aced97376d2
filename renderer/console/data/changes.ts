/** Mutations that write the answer into the query cache. */
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BackupPlanPatch } from "../../../server/contracts/backups-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { SendAgainBody } from "../../../server/contracts/overview-api.ts";
import type {
  ProjectBody,
  ProjectPatch,
  ProjectView,
  ProjectWithSecret,
} from "../../../server/contracts/projects-api.ts";
import type { NetworkPatch, SettingsView } from "../../../server/contracts/settings-api.ts";
import { api } from "./api.ts";
import { keys } from "./queries.ts";

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: Partial<SettingsView["settings"]>) => api.changeSettings(patch),
    onSuccess: (settings) => {
      client.setQueryData(keys.settings, settings);
      void client.invalidateQueries({ queryKey: keys.overview });
    },
  });
}

export function useSendAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SendAgainBody) => api.sendAgain(body),
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.overview }),
  });
}

export function useChangeNetwork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: NetworkPatch) => api.changeNetwork(patch),
    onSuccess(network) {
      client.setQueryData(keys.network, network);
      return client.invalidateQueries({ queryKey: keys.settings });
    },
  });
}

export function useChangeBackupPlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: BackupPlanPatch) => api.changeBackupPlan(patch),
    onSuccess: (backups) => client.setQueryData(keys.backups, backups),
  });
}

export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProjectBody) => api.createProject(body),
    // The answer contains the secret.
    gcTime: 0,
    onSuccess: (project) => {
      putProject(client, withoutSecret(project));
      void client.invalidateQueries({ queryKey: keys.overview });
    },
  });
}

export function useChangeProject(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: ProjectPatch) => api.changeProject(id, patch),
    onSuccess: (project) => putProject(client, project),
  });
}

export function useRotateSecret(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (overlapHours: number) => api.rotateSecret(id, overlapHours),
    // The answer contains the secret.
    gcTime: 0,
    onSuccess: (project) => putProject(client, withoutSecret(project)),
  });
}

export function useEndOldSecret(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.endOldSecret(id),
    onSuccess: (project) => putProject(client, project),
  });
}

export function useDeleteProject(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.deleteProject(id, name),
    onSuccess: () => changeRows(client, keys.projects, (rows) => rows.filter((row) => row.id !== id)),
  });
}

export function useDeleteSession(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.deleteSession(id),
    onSuccess: () => changeRows(client, keys.sessions, (rows) => rows.filter((row) => row.id !== id)),
  });
}

/** Replaces the project, or puts a new one first. */
function putProject(client: QueryClient, project: ProjectView): void {
  const isKnown = client
    .getQueryData<Rows<ProjectView>>(keys.projects)
    ?.pages.some(({ items }) => items.some(({ id }) => id === project.id));
  changeRows<ProjectView>(client, keys.projects, (rows, page) => {
    if (isKnown) return rows.map((row) => (row.id === project.id ? project : row));
    return page === 0 ? [project, ...rows] : rows;
  });
  client.setQueryData<ProjectView>(keys.project(project.id), (before) => before && project);
}

type Rows<T> = InfiniteData<Page<T>>;

/** Changes the rows of all lists under `queryKey`; a running fetch may be older and is repeated. */
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

/** Secrets are never cached. */
function withoutSecret({ api_secret: _, ...project }: ProjectWithSecret): ProjectView {
  return project;
}
