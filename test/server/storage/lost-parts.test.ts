/** A data folder whose database or key is missing or foreign: Galley refuses to start and creates nothing. */
import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command, newFile } from "../../support/backups.ts";
import { changeIn, startNewsroom, valuesIn } from "../../support/newsroom.ts";

let dataDir: string;
const file = (name: string) => path.join(dataDir, name);

/** A data folder in which Galley has run. */
const { appliance } = await startNewsroom({ name: "Post" });
await appliance.close();
beforeEach(() => {
  dataDir = temporaryFolder();
  fs.cpSync(appliance.dataDir, dataDir, { recursive: true });
});

async function refusal(): Promise<string> {
  const before = fs.readdirSync(dataDir).sort();
  const message = await startAppliance({ dataDir }).then(
    () => "started",
    (error: Error) => error.message,
  );
  expect(fs.readdirSync(dataDir).sort()).toEqual(before);
  return message;
}
const starts = async () => (await startAppliance({ dataDir })).close();
const doctor = async () => {
  const { stdout } = await command("doctor", ["--data-dir", dataDir, "--json", "--port", "0", "--console-port", "0"]);
  const { steps } = JSON.parse(stdout) as { steps: { name: string; verdict: string; says: string }[] };
  return steps.filter(({ verdict }) => verdict === "problem").map(({ name }) => name);
};
const otherKey = () => fs.writeFileSync(file("secret.key"), Buffer.alloc(32, 7).toString("base64url"));

const loseKeys = () => {
  for (const name of ["secret.key", "console-token"]) fs.rmSync(file(name));
};
function leaveBlobsAlone(): void {
  loseKeys();
  fs.rmSync(file("galley.db"));
  fs.mkdirSync(file("blobs/ab"));
}
function moveAway(): void {
  loseKeys();
  fs.renameSync(file("galley.db"), file("galley.db.before-0016"));
}

describe("the database", () => {
  it.each<[string, () => void]>([
    ["missing", () => fs.rmSync(file("galley.db"))],
    ["empty", () => fs.truncateSync(file("galley.db"))],
    ["missing in a folder with only article files", leaveBlobsAlone],
    ["renamed as the copy before an update", moveAway],
  ])("is refused if it is %s, which the doctor reports", async (_name, lose) => {
    lose();
    expect(await refusal()).toMatch(
      /galley\.db is missing or empty, but .* Restore a copy of the database, .*galley restore/,
    );
    expect(await doctor()).toEqual(["database"]);
  });

  it("is created in a folder with only a key, left by a first start that was killed", async () => {
    for (const name of fs.readdirSync(dataDir)) if (name !== "secret.key") fs.rmSync(file(name), { recursive: true });
    await expect(starts()).resolves.toBeUndefined();
  });
});

describe("the key", () => {
  it("is not created again if it is missing, and the start is refused", async () => {
    fs.renameSync(file("secret.key"), file("kept.key"));
    expect(await refusal()).toMatch(
      /The encryption key of .* is missing: there is neither secret\.key nor secret\.key\.sealed/,
    );
    expect(await doctor()).toEqual(["key"]);
    fs.renameSync(file("kept.key"), file("secret.key"));
    await starts();
  });

  it("is refused if it belongs to another folder, until the right one is restored", async () => {
    fs.copyFileSync(file("secret.key"), file("kept.key"));
    otherKey();
    expect(await refusal()).toMatch(
      /does not belong to its database: it opens none of the secrets\. Restore the right key/,
    );
    expect(await doctor()).toEqual(["key"]);
    const { code, stderr } = await command("add-project", ["--name=X", "--environment=dev", "--data-dir", dataDir]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("does not belong to its database")]);
    fs.copyFileSync(file("kept.key"), file("secret.key"));
    await starts();
  });

  it("is recognized without a fingerprint by decrypting the stored secrets", async () => {
    const forget = () => changeIn(dataDir, "DELETE FROM settings WHERE key = 'key_fingerprint'");
    forget();
    await starts();
    expect(valuesIn(dataDir, "SELECT key FROM settings WHERE key = 'key_fingerprint'")).toHaveLength(1);
    forget();
    otherKey();
    expect(await refusal()).toMatch(/does not belong to its database/);
  });

  it("is replaced by a backup and restore, which give each project a new secret", async () => {
    fs.rmSync(file("secret.key"));
    const backup = newFile();
    expect(await command("backup", [backup, "--data-dir", dataDir])).toMatchObject({ code: 0 });
    expect(await command("restore", [backup, "--data-dir", dataDir])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/new secrets, because the key to the old ones is missing: .*Post/),
    });
    await starts();
    expect(await doctor()).toEqual([]);
  });
});
