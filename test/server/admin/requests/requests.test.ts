import { expect, it } from "vitest";
import type { RequestDetail, RequestPage, RequestRow } from "../../../../server/contracts/requests-api.ts";
import { testClock } from "../../../support/appliance.ts";
import { eventually } from "../../../support/eventually.ts";
import { openRequest, postOpen } from "../../../support/integration.ts";
import { startNewsroom } from "../../../support/newsroom.ts";

const clock = testClock();
const { appliance, project } = await startNewsroom({ clock });
const { url } = appliance;

const list = (query = "") => appliance.console<RequestPage>("GET", `/requests?${query}`);
const found = async (query = "") => (await list(query)).items;
const all = (query: string) => appliance.listAll<RequestRow>(`/requests?${query}`);
/** Advances the clock by seconds, the interval of log writes, until the assertion holds. */
const recorded = <T>(holds: () => Promise<T>): Promise<T> =>
  eventually(() => {
    clock.advance(1_000);
    return holds();
  });
const only = async (query: string): Promise<RequestDetail> => {
  const row = await recorded(async () => {
    const [first] = await found(query);
    expect(first).toBeDefined();
    return first;
  });
  return appliance.console<RequestDetail>("GET", `/requests/${row?.id}`);
};
const line = (q: string) => found(`q=${encodeURIComponent(q)}`);
const materials = (rows: RequestRow[]) => rows.map(({ material_id }) => material_id);

it("records an open with project, material, sizes and duration, but without its body", async () => {
  const { body, signature } = openRequest(project, { material_id: "harbour-1", metadata: { title: "Harbour" } });
  const response = await postOpen(url, body, signature);
  const size = (await response.arrayBuffer()).byteLength;
  expect(await only("q=harbour-1")).toEqual({
    id: expect.any(String),
    at: expect.stringContaining("T"),
    project_id: project.id,
    project_name: project.name,
    material_id: "harbour-1",
    callback_host: "localhost",
    method: "POST",
    path: "/integration/session/open",
    status: 200,
    code: null,
    reason: "",
    client_address: "127.0.0.1",
    duration_ms: expect.any(Number),
    request_bytes: Buffer.byteLength(JSON.stringify(body)),
    response_bytes: size,
    exchange: null,
  });
});

it("records the body of a failed request with masked secrets", async () => {
  const metadata = { webhook_auth_password: "opensesame", note: "the password is opensesame" };
  const { body } = openRequest(project, { material_id: "masked-1", metadata });
  await postOpen(url, body, "f".repeat(64), { authorization: "Bearer abcdefgh" });
  const { exchange, ...row } = await only("q=masked-1");
  expect(row).toMatchObject({ status: 403, code: "invalid_signature", project_id: project.id });
  expect(row.reason).toMatch(/^Wrong signature\. ./);
  const text = JSON.stringify(exchange);
  for (const secret of ["opensesame", project.api_key, "f".repeat(64), "abcdefgh"]) expect(text).not.toContain(secret);
  expect(exchange?.api_key).toBe(`${project.api_key.slice(0, 11)}•••${project.api_key.slice(-4)}`);
  expect(exchange?.request.body).toContain("masked-1");
  expect(exchange?.response.body).toBe('{"detail":"Invalid signature"}');
  expect(exchange?.request.headers).toContainEqual(["x-service-signature", "•••"]);
});

it("records at most 8 KB of a body, and the beginning of an invalid one", async () => {
  const { body } = openRequest(project, { material_id: "long-1", vms_json: { text: "x".repeat(20_000) } });
  await postOpen(url, body, "wrong");
  const { exchange } = await only("q=long-1");
  expect(exchange?.request).toMatchObject({ body_truncated: true });
  expect(exchange?.request.body).toHaveLength(8 * 1024);
  await postOpen(url, '{"material_id": broken-json', "wrong");
  const broken = await only("code=json_invalid");
  expect(broken).toMatchObject({ status: 422, project_id: null, material_id: null });
  expect(broken.exchange?.request.body).toBe('{"material_id": broken-json');
});

it("records unknown keys, unknown paths and downloads", async () => {
  const { body, signature } = openRequest({ ...project, api_key: "gk_dev_stranger" }, { material_id: "stranger-1" });
  await postOpen(url, body, signature);
  expect(await only("q=stranger-1")).toMatchObject({ status: 403, code: "unknown_key", project_id: null });
  await fetch(`${url}/integration/nowhere`);
  expect(await only("q=nowhere")).toMatchObject({ status: 404, code: "not_found", method: "GET" });
  const path = "/integration/download/media/7c9e6679-7425-40de-944b-e07fc1f90ae7/7c9e6679-7425-40de-944b-e07fc1f90ae7";
  await fetch(`${url}${path}?api_key=${project.api_key}&material_id=download-1`, {
    headers: { "x-service-signature": "wrong" },
  });
  const download = await only("q=download-1");
  expect(download).toMatchObject({ status: 403, project_id: project.id, material_id: "download-1", path });
  expect(download.exchange?.query).toBe("?api_key=•••&material_id=download-1");
});

it("finds requests by filter, term and words", async () => {
  expect(materials(await found("status=200"))).toEqual(["harbour-1"]);
  expect(await found("status=4xx")).toHaveLength(6);
  expect(await found("status=5xx")).toEqual([]);
  expect(materials(await found(`project=${project.id}&code=signature`))).toEqual(["download-1", "long-1", "masked-1"]);
  expect(materials(await line("status:403 code:unknown"))).toEqual(["stranger-1"]);
  expect(materials(await line("material:HARBOUR host:local"))).toEqual(["harbour-1"]);
  expect(await line('project:"no such project"')).toEqual([]);
  expect(materials(await line("127.0.0.1 stran"))).toEqual(["stranger-1"]);
  // The beginning of a word of the body. Quotation marks and operators are plain text.
  expect(await line("broken-jso")).toHaveLength(1);
  for (const odd of ['"', "*", 'NEAR("a" OR', "AND", "a* ^b", "-", "(harbour)", "col:harbour"])
    expect(await line(odd)).toBeInstanceOf(Array);
  const later = encodeURIComponent(new Date(clock.now() + 1_000).toISOString());
  expect(await found(`to=${later}`)).toHaveLength(7);
  expect(await list(`from=${later}`)).toMatchObject({ items: [] });
  await expect(list("status=9xx")).rejects.toThrow("422");
  await expect(list("from=yesterday")).rejects.toThrow("422");
  await expect(appliance.console("GET", "/requests/999999")).rejects.toThrow("404");
});

it("pages through the log, newest first, without gaps", async () => {
  const ids = Array.from({ length: 101 }, (_, i) => `paged-${i}`);
  for (const id of ids) await postOpen(url, openRequest(project, { material_id: id }).body, "wrong");
  await recorded(async () => expect(materials(await all("q=paged"))).toEqual(ids.toReversed()));
});

it("records a flood up to a limit, and counts the rest", async () => {
  const before = await list();
  const paths = Array.from({ length: 700 }, (_, i) => `${url}/integration/flood-${i}`);
  await Promise.all(paths.map((path) => fetch(path).then((response) => response.arrayBuffer())));
  const written = await recorded(async () => {
    const { length } = await all("q=flood");
    expect(length + (await list()).left_out - before.left_out).toBe(700);
    return length;
  });
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThanOrEqual(500);
  // Other projects have separate quotas.
  const { body, signature } = openRequest(project, { material_id: "beside-the-flood" });
  await postOpen(url, body, signature);
  expect(await only("q=beside-the-flood")).toMatchObject({ status: 200 });
});

it("deletes old requests with their index entries", async () => {
  expect(await found("q=beside-the-flood")).toHaveLength(1);
  // Galley trusts an advanced clock after a day of running.
  for (let day = 0; day < 33; day++) {
    clock.advance(24 * 3_600_000);
    await appliance.console("GET", "/me");
  }
  await recorded(async () => expect(await found()).toEqual([]));
  expect(await found("q=beside-the-flood")).toEqual([]);
});

it("stores the requests of the last second when it closes", async () => {
  const { appliance: closing, open } = await startNewsroom({ clock: testClock() });
  await open("last-1");
  await closing.close();
  const { appliance: again } = await startNewsroom({ dataDir: closing.dataDir });
  expect(materials(await again.list("/requests"))).toEqual(["last-1"]);
});
