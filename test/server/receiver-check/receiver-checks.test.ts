import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import type { ReceiverCheckLine } from "../../../server/contracts/receiver-check-api.ts";
import { type RunningAppliance, startAppliance } from "../../support/appliance.ts";
import { startReceiver } from "../../support/receiver.ts";
import { checkReceiver } from "../../support/receiver-check.ts";

let appliance: RunningAppliance;
let project: ProjectWithSecret;

beforeAll(async () => {
  appliance = await startAppliance();
  project = await appliance.createProject();
});
afterAll(() => appliance.close());

const ask = (callbackUrl: string, signal?: AbortSignal) =>
  fetch(`${appliance.consoleUrl}/api/projects/${project.id}/check-receiver`, {
    method: "POST",
    headers: { authorization: `Bearer ${appliance.consoleToken}`, accept: "application/x-ndjson" },
    body: JSON.stringify({ callback_url: callbackUrl }),
    ...(signal === undefined ? {} : { signal }),
  });

const linesOf = async (response: Response) =>
  (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ReceiverCheckLine);

it("tells each step as it begins and ends, and the whole at the end", async () => {
  const receiver = await startReceiver(project);
  const lines = await linesOf(await ask(receiver.callbackUrl));
  receiver.close();
  const started = lines.flatMap((line) => (line.event === "started" ? [line.number] : []));
  const ended = lines.flatMap((line) => (line.event === "step" ? [line.step.number] : []));
  expect(ended).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(started).toEqual([1, 3, 4, 5, 6, 7]);
  expect(lines.at(-1)).toMatchObject({ event: "done", check: { verdict: "passed" } });
});

it("is refused while another of the project is under way, and ends with its request", async () => {
  const called = Promise.withResolvers<void>();
  const receiver = await startReceiver(project, {
    download: () => {
      called.resolve();
      return new Promise(() => undefined);
    },
  });
  const stop = new AbortController();
  const first = await ask(receiver.callbackUrl, stop.signal);
  await called.promise;
  await expect(checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl })).rejects.toThrow(/409/);
  stop.abort();
  await expect(linesOf(first)).rejects.toThrow();
  receiver.close();

  const other = await startReceiver(project);
  await expect
    .poll(async () => (await checkReceiver(appliance, project.id, { callback_url: other.callbackUrl })).verdict, {
      timeout: 10_000,
    })
    .toBe("passed");
  other.close();
});

it.each([
  [{ callback_url: "ftp://127.0.0.1/" }, "callback_url"],
  [{ callback_url: "http://127.0.0.1/", material_id: "" }, "material_id"],
  [{}, "callback_url"],
])("is refused for %j, naming the field", async (body, field) => {
  const answer = appliance.console("POST", `/projects/${project.id}/check-receiver`, body);
  await expect(answer).rejects.toThrow(new RegExp(`422.*${field}`));
});

it("sends fonts only when asked, and only such as are published", async () => {
  const receiver = await startReceiver(project);
  const check = await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl, fonts: true });
  receiver.close();
  expect(check.summary.at(-1)).toBe("fonts: skipped");
  expect(receiver.callbacks.map(({ body }) => body.event)).not.toContain("site_fonts_updated");
  expect((await appliance.console<Page<unknown>>("GET", "/sessions")).items).toEqual([]);
});
