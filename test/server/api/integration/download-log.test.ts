import { expect, it } from "vitest";
import type { DeliveryView, EditorEvents } from "../../../../server/contracts/editor-api.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { downloadArchive } from "../../../support/site.ts";

it("reports the size of a completely downloaded archive immediately, and stores it", async () => {
  const { project, site, article } = await startNewsroom();
  let archiveBytes = 0;
  const answer = Promise.withResolvers<void>();
  site.answer = async ({ body }) => {
    archiveBytes = (await (await downloadArchive(project, body.content_url, body.material_id)).arrayBuffer())
      .byteLength;
    await answer.promise;
    return { rc: 1, rm: "", data: {} };
  };
  const { listen, save, load } = await article("bridge");
  const events = await listen();
  await save();

  const received = (state: DeliveryView["state"], bytes: boolean) =>
    events.until(({ events: all }) =>
      all.some(({ event, data }) => {
        const delivery = data as EditorEvents["delivery"];
        return event === "delivery" && delivery.state === state && (delivery.downloaded_bytes !== null) === bytes;
      }),
    );
  await received("sending", false);
  await received("sending", true);
  answer.resolve();
  await received("delivered", true);
  expect((await load()).versions[0]?.delivery?.downloaded_bytes).toBe(archiveBytes);
  events.breakOff();
});
