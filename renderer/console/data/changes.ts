/** Mutations: each calls the appliance and puts the answer in the place of what is kept. */
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

/** Of the site that the call names, or of all. */
export function useSendAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SendAgainBody) => api.sendAgain(body),
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.overview }),
  });
}

/** What is kept for the next start; the settings say that one is waited for. */
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
    // Its answer holds the secret.
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

/** Answers with the new secret. */
export function useRotateSecret(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (overlapHours: number) => api.rotateSecret(id, overlapHours),
    // Its answer holds the secret.
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

/** Replaces the kept project with the same id; a new one comes to the head of the list. */
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

/** Changes the rows of every list below `queryKey`, page by page. An answer under way may be older: it is asked for anew. */
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

/** For lists: a secret is shown on request only, and kept by the field that shows it. */
function withoutSecret({ api_secret: _, ...project }: ProjectWithSecret): ProjectView {
  return project;
}
