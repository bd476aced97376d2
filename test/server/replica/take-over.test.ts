/** From a replica in a folder to another machine that continues, with real processes of Galley and Litestream. */
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import { accountOf, browserOf, logInAs, secondFactorOf } from "../../support/accounts.ts";
import { type RunningAppliance, spawnAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command } from "../../support/backups.ts";
import { eventually } from "../../support/eventually.ts";
import { articleOfKeys, atEnd, startNewsroom, valuesIn } from "../../support/newsroom.ts";
import { replicaOf, whyNoReplica } from "../../support/replicated.ts";
import { PNG } from "../../support/sample-media.ts";

const PASSPHRASE = "four words are enough";

/** All that is committed now has arrived. */
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

function fileWith(text: string): string {
  const file = path.join(temporaryFolder(), "file");
  fs.writeFileSync(file, `${text}\n`);
  return file;
}

/** A newsroom with an article of two versions and a picture, all of it in a replica. */
async function replicated() {
  const target = temporaryFolder();
  const newsroom = await startNewsroom({ args: ["--console-port", "0"] });
  const { appliance } = newsroom;
  await appliance.console("PUT", "/replica", { target, passphrase: PASSPHRASE });
  const article = await newsroom.article("article-1");
  const file = await article.upload("picture.png", PNG);
  await article.deliver("First");
  await article.deliver({ ...(await article.load()).vms_json, ...articleWith(file) });
  await copied(appliance);
  return { ...newsroom, target, article, file };
}

function articleWith(file: string) {
  return {
    format: "galley/1",
    doc: {
      type: "doc",
      content: [
        { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Second" }] },
        { type: "figure", attrs: { file, alt: "" } },
      ],
    },
    assets: {},
  };
}

describe.skipIf(whyNoReplica !== null)("a replica", () => {
  test("is continued on another machine, with the picture and higher numbers; the first accepts nothing when it is back", async () => {
    const { appliance, project, site, target, file, open } = await replicated();
    const { account, ask, headers } = await accountOf(appliance, "operator");
    const { codes } = await secondFactorOf({ ask, headers }, Date.now());
    // An orderly end copies the last commit, too.
    await open("article-2");
    await appliance.close();
    const dataDir = temporaryFolder();
    const keyFile = path.join(appliance.dataDir, "secret.key");
    const taken = await takeOver(target, dataDir, "--key-file", keyFile, "--yes");
    expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining("This is epoch 2.") });

    const second = await startAppliance({ dataDir });
    atEnd(second.close);
    const there = await articleOfKeys(second, project, "article-1", site.callbackUrl);
    const loaded = await there.load();
    expect(loaded.current_version).toBe(2);
    expect(JSON.stringify(loaded.vms_json?.doc)).toContain(file);
    expect((await there.editor("GET", `/media/${file}`)).status).toBe(200);
    // Accounts are there, with their second factors; their logins ended.
    expect((await browserOf(second, headers).ask("GET", "/me")).status).toBe(401);
    await logInAs(second, account.email, { code: codes[0] ?? "" });
    const answer = await there.post(loaded.vms_json ?? {}, { base_version: 2 });
    expect(await answer.json()).toMatchObject({ number: 1_003 });
    expect(await second.console("GET", "/settings")).toMatchObject({ settings: { deliveries_paused: true } });
    const materials = valuesIn(dataDir, "SELECT material_id FROM sessions");
    expect(materials.sort()).toEqual(["article-1", "article-2"]);
    expect(await copied(second)).toMatchObject({ epoch: 2, target, with_key: true, source: "file" });

    // Known before it listens.
    const back = await startAppliance({ dataDir: appliance.dataDir });
    atEnd(back.close);
    expect((await fetch(`${back.url}/readyz`)).status).toBe(503);
    expect(await replicaOf(back)).toMatchObject({ state: "fenced", fenced: { by: expect.any(String) } });
  });

  test("takes over from a standby's page, and a first machine that runs accepts nothing more", async () => {
    const { appliance, project, target, open, article } = await replicated();
    const standby = await spawnAppliance({ command: "standby", args: ["--from", target] });
    atEnd(standby.kill);
    expect((await fetch(`${standby.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${standby.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ status: "standby" })]);
    expect((await fetch(`${standby.url}/integration/session/open`, { method: "POST" })).status).toBe(503);
    await eventually(async () => expect(await (await fetch(standby.consoleUrl)).text()).toContain("1 session,"));
    const status = await command("status", ["--data-dir", standby.dataDir]);
    expect(status).toMatchObject({ code: 0, stdout: expect.stringContaining(`standby at ${standby.url} (process `) });
    expect(status.stdout).toMatch(/\nCopy +from 20\S+Z\nNo problem\.\n$/);

    const send = (token: string, origin: string) =>
      fetch(`${standby.consoleUrl}/take-over`, {
        method: "POST",
        headers: { origin },
        body: new URLSearchParams({ token, passphrase: PASSPHRASE }),
        redirect: "manual",
      });
    expect((await send("wrong", standby.consoleUrl)).status).toBe(403);
    expect((await send(standby.consoleToken, "http://elsewhere.example")).status).toBe(403);
    expect((await replicaOf(appliance)).state).toBe("ok");
    expect((await send(standby.consoleToken, standby.consoleUrl)).status).toBe(303);
    await eventually(async () => expect((await replicaOf(appliance)).state).toBe("fenced"));
    expect((await fetch(`${appliance.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${appliance.url}/healthz`)).status).toBe(200);
    await expect(open("article-1")).rejects.toThrow(/503/);
    expect((await article.post("Too late")).status).toBe(503);
    await expect(appliance.createProject()).rejects.toThrow(/503.*took over/);

    await eventually(async () => {
      const running = JSON.parse(fs.readFileSync(path.join(standby.dataDir, "running.json"), "utf8"));
      expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    });
    const name = valuesIn(standby.dataDir, "SELECT name FROM projects WHERE id = ?", project.id)[0];
    expect(name).toBe(project.name);
  });

  test("is not taken over without the right key and a yes, nor by another Galley; an emptied target needs an admin", async () => {
    const { appliance, target } = await replicated();
    const dataDir = temporaryFolder();
    const stranger = await startAppliance({ args: ["--replica", target] });
    atEnd(stranger.close);
    expect(await replicaOf(stranger)).toMatchObject({
      state: "failing",
      detail: expect.stringContaining("another Galley"),
    });
    await stranger.close();

    const right = fileWith(PASSPHRASE);
    const attempts = [
      [dataDir, [], "sealed with a passphrase"],
      [dataDir, ["--passphrase-file", fileWith("another passphrase"), "--yes"], "The passphrase is not"],
      [dataDir, ["--key-file", path.join(stranger.dataDir, "secret.key"), "--yes"], "does not belong to the data"],
      [dataDir, ["--passphrase-file", right], "add --yes"],
      [stranger.dataDir, ["--passphrase-file", right, "--yes"], "into an empty folder"],
    ] as const;
    for (const [folder, args, words] of attempts) {
      const { code, stderr } = await takeOver(target, folder, ...args);
      expect(code, stderr).not.toBe(0);
      expect(stderr).toContain(words);
    }
    expect(fs.readdirSync(target).sort()).toEqual(["blobs", "epoch-0001"]);
    expect(await replicaOf(appliance)).toMatchObject({ state: "ok", epoch: 1 });

    for (const name of fs.readdirSync(target)) fs.rmSync(path.join(target, name), { recursive: true });
    await eventually(async () =>
      expect(await replicaOf(appliance)).toMatchObject({
        state: "failing",
        detail: expect.stringContaining("no longer holds"),
      }),
    );
    await appliance.console("PUT", "/replica", { target, passphrase: null });
    expect(await copied(appliance)).toMatchObject({ epoch: 1, with_key: false });
    expect(fs.readdirSync(path.join(target, "epoch-0001"))).not.toContain("key.json");
    expect(fs.readdirSync(path.join(target, "blobs"))).not.toHaveLength(0);

    // A copy of the data folder: the newer process is the only writer.
    const copy = temporaryFolder();
    fs.cpSync(appliance.dataDir, copy, { recursive: true });
    for (const name of ["replica", "galley.lock", "running.json"])
      fs.rmSync(path.join(copy, name), { recursive: true, force: true });
    const twin = await startAppliance({ dataDir: copy });
    atEnd(twin.close);
    await copied(twin);
    await eventually(async () =>
      expect(await replicaOf(appliance)).toMatchObject({
        state: "failing",
        detail: expect.stringContaining("so this one stopped"),
      }),
    );
  });
});
