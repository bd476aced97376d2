import { expect, it } from "vitest";
import { startAppliance } from "../../support/appliance.ts";
import { articleOf, editorOf, openSession, startSite } from "../../support/site.ts";

it("sends the next callback to the new address once the one to the old address has ended", async () => {
  const released = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const accepted = { rc: 1, rm: "", data: {} };
  const old = await startSite(async () => {
    arrived.resolve();
    await released.promise;
    return accepted;
  });
  const moved = await startSite();
  const appliance = await startAppliance();
  try {
    const project = await appliance.createProject();
    const open = (callbackUrl: string) =>
      openSession(appliance.url, project, { material_id: "moved", callback_url: callbackUrl });
    const save = async (callbackUrl: string, version: number | null) => {
      const editor = editorOf(await open(callbackUrl));
      const body = { save_id: `s${version}`, vms_json: articleOf(`text ${version}`), base_version: version };
      expect((await editor("POST", "/versions", body)).status).toBe(201);
    };
    await save(old.callbackUrl, null);
    await arrived.promise;
    await save(moved.callbackUrl, 1);
    expect(moved.callbacks).toHaveLength(0);
    released.resolve();
    const { body } = await moved.received(1);
    expect(body.material_id).toBe("moved");
  } finally {
    released.resolve();
    await appliance.close();
    await Promise.all([old.close(), moved.close()]);
  }
});
