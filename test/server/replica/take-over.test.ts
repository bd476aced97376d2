/** A takeover from a replica in a folder, with real processes of Galley and Litestream. */
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import { accountOf, browserOf, logInAs, secondFactorOf } from "../../support/accounts.ts";
import { type RunningAppliance, spawnAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command, newFile } from "../../support/backups.ts";
import { eventually } from "../../support/eventually.ts";
import { articleOfKeys, atEnd, startNewsroom, valuesIn } from "../../support/newsroom.ts";
import { commitTo, replicaOf, replicate, waitForState, whyNoReplica } from "../../support/replicated.ts";
import { consoleOf } from "../../support/running-appliance.ts";
import { PNG } from "../../support/sample-media.ts";
import { articleOf, openSession } from "../../support/site.ts";

const PASSPHRASE = "four words are enough";

/** Waits until the replica has all current commits. */
async function copied(appliance: RunningAppliance): Promise<ReplicaView> {
  const now = Date.now();
  return eventually(async () => {
    const view = await replicaOf(appliance);
    expect(view.detail).toBe("Up to date.");
    expect(Date.now() - (view.lag_ms ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(now);
    return view;
  });
}

const takeOver = (target: string, dataDir: string, ...args: string[]) =>
  command("take-over", ["--from", target, "--data-dir", dataDir, ...args]);
const keyOf = (dataDir: string) => ["--key-file", path.join(dataDir, "secret.key")];

/** Statuses of /healthz and /readyz. */
const statusesOf = ({ url }: { url: string }) =>
  Promise.all(["healthz", "readyz"].map(async (name) => (await fetch(`${url}/${name}`)).status));

describe.skipIf(whyNoReplica !== null)("a replica", () => {
  test("can be taken over with its key, first on a standby's page, then by the command", {
    timeout: 120_000,
  }, async () => {
    const newsroom = await startNewsroom();
    const { appliance: first, project, site, open } = newsroom;
    const article = await newsroom.article("article-1");
    const file = await article.upload("picture.png", PNG);
    await article.deliver("First");
    await article.deliver(articleOf("Second", { file }));
    const { account, ask, headers } = await accountOf(first, "operator");
    const { codes } = await secondFactorOf({ ask, headers }, Date.now());
    const target = temporaryFolder();
    await first.console("PUT", "/replica", { target, passphrase: PASSPHRASE });
    await copied(first);

    const stranger = await startAppliance({ args: ["--replica", target] });
    const { state, detail } = await replicaOf(stranger);
    expect([state, detail]).toEqual(["failing", expect.stringContaining("another Galley")]);
    await stranger.close();
    const empty = temporaryFolder();
    const attempts = [
      [empty, [], "encrypted with a passphrase"],
      [empty, ["--passphrase-file", newFile("passphrase", "another passphrase\n"), "--yes"], "Wrong passphrase"],
      [empty, [...keyOf(stranger.dataDir), "--yes"], "does not belong to the data"],
      [empty, keyOf(first.dataDir), "Add --yes"],
      [stranger.dataDir, [...keyOf(first.dataDir), "--yes"], "into an empty folder"],
    ] as const;
    for (const [folder, args, words] of attempts) {
      const { code, stderr } = await takeOver(target, folder, ...args);
      expect(code, stderr).not.toBe(0);
      expect(stderr).toContain(words);
    }
    expect(fs.readdirSync(target).sort()).toEqual(["blobs", "epoch-0001"]);

    const standby = await spawnAppliance({ command: "standby", args: ["--from", target] });
    atEnd(standby.kill);
    expect(await statusesOf(standby)).toEqual([200, 503]);
    expect(await (await fetch(`${standby.url}/readyz`)).json()).toMatchObject({ status: "standby" });
    expect((await fetch(`${standby.url}/integration/session/open`, { method: "POST" })).status).toBe(503);
    await eventually(async () => expect(await (await fetch(standby.consoleUrl)).text()).toContain("1 session,"));
    const status = await command("status", ["--data-dir", standby.dataDir]);
    expect(status).toMatchObject({ code: 0, stdout: expect.stringContaining(`standby at ${standby.url} (process `) });
    expect(status.stdout).toMatch(/\nCopy +from 20\S+Z\nNo problems\.\n$/);
    const send = (token: string, origin: string) =>
      fetch(`${standby.consoleUrl}/take-over`, {
        method: "POST",
        headers: { origin },
        body: new URLSearchParams({ token, passphrase: PASSPHRASE }),
        redirect: "manual",
      });
    expect((await send("wrong", standby.consoleUrl)).status).toBe(403);
    expect((await send(standby.consoleToken, "http://elsewhere.example")).status).toBe(403);
    expect(await replicaOf(first)).toMatchObject({ state: "ok", epoch: 1 });
    expect((await send(standby.consoleToken, standby.consoleUrl)).status).toBe(303);

    // The first machine still runs but refuses all changes.
    await commitTo(first);
    await waitForState(first, "fenced");
    expect(await statusesOf(first)).toEqual([200, 503]);
    await expect(open("article-1")).rejects.toThrow(/503/);
    expect((await article.post("Too late")).status).toBe(503);

    const second = await eventually(async () => {
      const { url, console_url } = JSON.parse(fs.readFileSync(path.join(standby.dataDir, "running.json"), "utf8"));
      expect(await statusesOf({ url })).toEqual([200, 200]);
      const at = { ...standby, url: String(url), consoleUrl: String(console_url) };
      return { ...at, ...consoleOf(at) };
    });
    const there = await articleOfKeys(second, project, "article-1", site.callbackUrl);
    const loaded = await there.load();
    expect(loaded.current_version).toBe(2);
    expect(JSON.stringify(loaded.vms_json?.doc)).toContain(file);
    expect((await there.editor("GET", `/media/${file}`)).status).toBe(200);
    // The accounts keep their second factors but are logged out.
    expect((await browserOf(second, headers).ask("GET", "/me")).status).toBe(401);
    await logInAs(second, account.email, { code: codes[0] ?? "" });
    const response = await there.post(loaded.vms_json ?? {}, { base_version: 2 });
    expect(await response.json()).toMatchObject({ number: 1_003 });
    expect(await second.console("GET", "/settings")).toMatchObject({ settings: { deliveries_paused: true } });
    expect(await copied(second)).toMatchObject({ epoch: 2, target, with_key: true, source: "file" });

    // A clean stop copies the last commit, too.
    await openSession(second.url, project, { material_id: "article-2", callback_url: site.callbackUrl });
    await standby.close();
    const third = temporaryFolder();
    const taken = await takeOver(target, third, ...keyOf(standby.dataDir), "--yes");
    expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining("This is epoch 3.") });
    expect(valuesIn(third, "SELECT material_id FROM sessions").sort()).toEqual(["article-1", "article-2"]);
    // The fence is known before the appliance listens.
    const back = await startAppliance({ dataDir: standby.dataDir });
    atEnd(back.close);
    expect(await statusesOf(back)).toEqual([200, 503]);
    expect(await replicaOf(back)).toMatchObject({ state: "fenced", fenced: { by: expect.any(String) } });
  });

  test("needs an admin once emptied, and accepts only the copy of a data folder that started last", async () => {
    const { appliance, article } = await startNewsroom({ args: ["--console-port", "0"] });
    const target = temporaryFolder();
    await (await article("article-1")).upload("picture.png", PNG);
    await replicate(appliance, target);
    for (const name of fs.readdirSync(target)) fs.rmSync(path.join(target, name), { recursive: true });
    await commitTo(appliance);
    await waitForState(appliance, "failing", /no longer holds/);
    await appliance.console("PUT", "/replica", { target, passphrase: null });
    expect(await copied(appliance)).toMatchObject({ epoch: 1, with_key: false });
    expect(fs.readdirSync(path.join(target, "epoch-0001"))).not.toContain("key.json");
    expect(fs.readdirSync(path.join(target, "blobs"))).not.toHaveLength(0);

    const copy = temporaryFolder();
    fs.cpSync(appliance.dataDir, copy, { recursive: true });
    for (const name of ["replica", "galley.lock", "running.json"])
      fs.rmSync(path.join(copy, name), { recursive: true, force: true });
    const twin = await startAppliance({ dataDir: copy });
    atEnd(twin.close);
    await copied(twin);
    await commitTo(appliance);
    await waitForState(appliance, "failing", /so this one stopped/);
  });
});
