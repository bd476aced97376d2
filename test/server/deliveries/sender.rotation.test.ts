/** Contract 6.3: while two secrets are accepted, Galley repeats a rejected attempt once with the other secret. */
import { beforeEach, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { type Article, articleOfKeys, type Newsroom, newsroomIn, startNewsroom } from "../../support/newsroom.ts";
import { type Keys, openSession, type ReceivedCallback, type Reply, signature } from "../../support/site.ts";

const WRONG = { rc: 0, rm: "Wrong signature" };

/** The site's keys: it verifies callbacks and signs downloads with them. */
const { appliance } = await startNewsroom();
let { project, site } = {} as Newsroom;
let keys: Keys;
let article: Article;

const isRight = ({ body, headers }: ReceivedCallback) =>
  headers["x-service-signature"] === signature(keys.api_secret, body.material_id, body.content_url);

beforeEach(async () => {
  const response: Reply = (callback) => (isRight(callback) ? { rc: 1, rm: "", data: {} } : WRONG);
  ({ project, site } = await newsroomIn(appliance, {}, response));
  keys = { api_key: project.api_key, api_secret: project.api_secret };
  article = await articleOfKeys(appliance, keys, "m", site.callbackUrl);
});

const rotate = () => appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/rotate-secret`, {});

const save = async (): Promise<string> => (await article.save()).delivery_id;

/** The final state of a delivery, and its attempts, oldest first. */
async function outcome(id: string) {
  await deliveryIs(appliance, id, ({ state }) => state === "delivered" || state === "rejected");
  const { state, attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
  return { state, attempts: attempts.map(({ reason, error_code }) => `${reason}: ${error_code}`).reverse() };
}

it("signs with the new secret once the site rejects the former one", async () => {
  keys.api_secret = (await rotate()).api_secret;
  const attempts = ["saved: rejected_by_site", "current_secret: null"];
  expect(await outcome(await save())).toEqual({ state: "delivered", attempts });
  // The site has signed its download with the new secret.
  expect(await outcome(await save())).toEqual({ state: "delivered", attempts: ["saved: null"] });
});

it("signs with the former secret if the site signs with the new one but verifies with the old", async () => {
  const { api_secret } = await rotate();
  await openSession(appliance.url, { ...keys, api_secret }, { material_id: "m", callback_url: site.callbackUrl });
  const attempts = ["saved: rejected_by_site", "former_secret: null"];
  expect(await outcome(await save())).toEqual({ state: "delivered", attempts });
});

it("a delivery is rejected if the site rejects both secrets", async () => {
  await rotate();
  site.respond = () => WRONG;
  const id = await save();
  const attempts = ["saved: rejected_by_site", "current_secret: rejected_by_site"];
  const rejectedTwice = { state: "rejected", attempts };
  expect(await outcome(id)).toEqual(rejectedTwice);
  // The outcome is committed before the next article is sent.
  await outcome(await save());
  expect(await outcome(id)).toEqual(rejectedTwice);
  expect(site.callbacks).toHaveLength(4);
});

it.each([
  ["403 with an rc", 403, { rc: 0 }, 2],
  ["401 with an rc", 401, { rc: -3, rm: "Go away." }, 2],
  ["a message about the signature in Russian", 200, { rc: 0, rm: "Неверная подпись" }, 2],
  ["another reason", 200, { rc: 0, rm: "Locked by the legal desk." }, 1],
])("repeats the attempt only for a rejected signature: %s", async (_, status, response, attempts) => {
  await rotate();
  site.respond = (_callback, res) => void res.writeHead(status).end(JSON.stringify(response));
  const settled = await outcome(await save());
  expect(settled.state).toBe("rejected");
  expect(settled.attempts).toHaveLength(attempts);
});

it("makes no second attempt while only one secret is accepted", async () => {
  site.respond = () => WRONG;
  expect(await outcome(await save())).toEqual({ state: "rejected", attempts: ["saved: rejected_by_site"] });
});

it("makes no second attempt for a version with a newer one", async () => {
  keys.api_secret = (await rotate()).api_secret;
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { respond } = site;
  site.respond = async (callback, res) => {
    arrived.resolve();
    await released.promise;
    return respond(callback, res);
  };
  const older = await save();
  await arrived.promise;
  const newer = await save();
  released.resolve();
  expect(await outcome(older)).toMatchObject({ state: "rejected", attempts: ["saved: rejected_by_site"] });
  const attempts = ["saved: rejected_by_site", "current_secret: null"];
  expect(await outcome(newer)).toMatchObject({ state: "delivered", attempts });
});
