/** Fonts through the console's API, as the console itself does it. */
import type { FontFileView, FontsView, Publication } from "../../server/contracts/fonts-api.ts";
import type { RunningAppliance } from "./appliance.ts";

/** Uploads bytes as a font; the answer whatever it is. */
export const postFont = (appliance: RunningAppliance, projectId: string, name: string, bytes: Buffer) =>
  appliance.request("POST", `/projects/${projectId}/fonts?${new URLSearchParams({ name })}`, bytes);

/** Uploads a font that must be taken. */
export async function addFont(
  appliance: RunningAppliance,
  projectId: string,
  name: string,
  bytes: Buffer,
): Promise<FontFileView> {
  const answer = await postFont(appliance, projectId, name, bytes);
  if (answer.status !== 201) throw new Error(`The font was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as FontFileView;
}

export const fontsOf = (appliance: RunningAppliance, projectId: string) =>
  appliance.console<FontsView>("GET", `/projects/${projectId}/fonts`);

export const publish = (appliance: RunningAppliance, projectId: string, snapshotId?: string) =>
  appliance.console<Publication>(
    "POST",
    `/projects/${projectId}/fonts/publish`,
    snapshotId === undefined ? undefined : { snapshot_id: snapshotId },
  );
