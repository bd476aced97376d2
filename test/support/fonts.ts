/** Uploads and publishes fonts with the console's API. */
import type { FontFileView, FontsView, Publication } from "../../server/contracts/fonts-api.ts";
import type { RunningAppliance } from "./appliance.ts";

/** Uploads a font and returns any response. */
export const postFont = (appliance: RunningAppliance, projectId: string, name: string, bytes: Buffer) =>
  appliance.request("POST", `/projects/${projectId}/fonts?${new URLSearchParams({ name })}`, bytes);

/** Uploads a font. @throws if it is rejected */
export async function addFont(appliance: RunningAppliance, projectId: string, name: string, bytes: Buffer) {
  const response = await postFont(appliance, projectId, name, bytes);
  if (response.status !== 201) throw new Error(`Font upload: status ${response.status}: ${await response.text()}`);
  return (await response.json()) as FontFileView;
}

export const fontsOf = (appliance: RunningAppliance, projectId: string) =>
  appliance.console<FontsView>("GET", `/projects/${projectId}/fonts`);

export const publish = (appliance: RunningAppliance, projectId: string, snapshotId?: string) =>
  appliance.console<Publication>(
    "POST",
    `/projects/${projectId}/fonts/publish`,
    snapshotId && { snapshot_id: snapshotId },
  );
