import { expect, it } from "vitest";
import { startAppliance, testClock } from "../../support/appliance.ts";
import { readEvents } from "../../support/event-reader.ts";
import { openSession } from "../../support/site.ts";

it("sends every reader a sign of life every twenty seconds, so that no proxy takes the stream for dead", async () => {
  const clock = testClock();
  const appliance = await startAppliance({ clock });
  const project = await appliance.createProject();
  const session = await openSession(appliance.url, project, {
    material_id: "m",
    callback_url: "http://127.0.0.1:9/callback",
  });
  const [, token = ""] = session.url.split("#t=");
  const readers = [
    await readEvents(`${appliance.consoleUrl}/api/events`, { authorization: `Bearer ${appliance.consoleToken}` }),
    await readEvents(`${appliance.url}/editor/api/sessions/${session.session_id}/events`, {
      authorization: `Bearer ${token}`,
    }),
  ];
  for (let beats = 1; beats <= 3; beats++) {
    clock.advance(19_999);
    expect(readers.map(({ comments }) => comments.length)).toEqual(readers.map(() => beats - 1));
    clock.advance(1);
    await Promise.all(readers.map((reader) => reader.until(({ comments }) => comments.length === beats)));
  }
  // A heartbeat is no event: it moves no place to come back to.
  expect(readers.flatMap(({ events }) => events)).toEqual([]);
  await appliance.close();
});
