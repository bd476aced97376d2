import { expect, it } from "vitest";
import type { DeliveryView, EditorEvents, EditorSession } from "../../../../server/contracts/editor-api.ts";
import { startAppliance } from "../../../support/appliance.ts";
import { readEvents } from "../../../support/event-reader.ts";
import { articleOf, downloadArchive, editorOf, openSession, startSite } from "../../../support/site.ts";

type Heard = EditorEvents["delivery"];

it("tells the bytes of an archive that was fetched whole, at once and for good", async () => {
  const site = await startSite();
  const appliance = await startAppliance();
  try {
    const project = await appliance.createProject();
    let archiveBytes = 0;
    const answer = Promise.withResolvers<void>();
    site.answer = async ({ body }) => {
      archiveBytes = (await (await downloadArchive(project, body.content_url, body.material_id)).arrayBuffer())
        .byteLength;
      await answer.promise;
      return { rc: 1, rm: "", data: {} };
    };
    const session = await openSession(appliance.url, project, {
      material_id: "bridge",
      callback_url: site.callbackUrl,
    });
    const [page = "", token = ""] = session.url.split("#t=");
    const events = await readEvents(`${new URL(page).origin}/editor/api/sessions/${session.session_id}/events`, {
      authorization: `Bearer ${token}`,
    });
    const call = editorOf(session);
    await call("POST", "/versions", { save_id: "s1", vms_json: articleOf("Words"), base_version: null });

    const heard = (state: DeliveryView["state"], bytes: boolean) =>
      events.until(({ events: all }) =>
        all.some(({ event, data }) => {
          const delivery = data as Heard;
          return event === "delivery" && delivery.state === state && (delivery.downloaded_bytes !== null) === bytes;
        }),
      );
    await heard("sending", false);
    await heard("sending", true);
    answer.resolve();
    await heard("delivered", true);
    const { versions } = (await (await call("GET", "")).json()) as EditorSession;
    expect(versions[0]?.delivery?.downloaded_bytes).toBe(archiveBytes);
    events.breakOff();
  } finally {
    await appliance.close();
    await site.close();
  }
});
