/** `status` and `support-bundle` on a running Galley. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/appliance.ts";
import { zipTexts } from "../../support/archives.ts";
import { command, newFile } from "../../support/backups.ts";
import { deliverySettles } from "../../support/deliveries.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { saveVersion } from "../../support/site.ts";

const { appliance, open, project } = await startNewsroom({ answer: () => ({ rc: 0, rm: "Closed." }) });
const here = ["--data-dir", appliance.dataDir];

interface Status {
  state: string;
  problems: { code: string; detail: string }[];
  url?: string;
}

async function statusOf(...args: string[]): Promise<[number | null, Status]> {
  const { code, stdout } = await command("status", [...args, "--json"]);
  return [code, JSON.parse(stdout) as Status];
}

it("status exits with 0 without problems, otherwise with 1 and a code for each problem", async () => {
  expect(await statusOf(...here)).toEqual([
    0,
    expect.objectContaining({ state: "ok", problems: [], url: appliance.url }),
  ]);
  const words = await command("status", here);
  expect(words).toMatchObject({ code: 0, stderr: "" });
  expect(words.stdout).toContain(`at ${appliance.url} (process ${process.pid})\n`);
  expect(words.stdout).toMatch(/\nNo problems\.\n$/);

  const { delivery_id } = await saveVersion(await open("m"), "A text.");
  await deliverySettles(appliance, delivery_id);
  const [code, { state, problems }] = await statusOf(...here, "--max-backup-age", "1");
  expect([code, state]).toEqual([1, "problem"]);
  expect(problems).toEqual([
    { code: "deliveries", detail: "Deliveries need attention: 1 rejected." },
    expect.objectContaining({ code: "sites" }),
    { code: "backup", detail: "There is no backup." },
  ]);
  const { code: backedUp } = await command("backup", [newFile(), ...here]);
  expect(backedUp).toBe(0);
  expect((await statusOf(...here, "--max-backup-age", "1"))[1].problems.map((each) => each.code)).not.toContain(
    "backup",
  );
});

it("status reports a Galley that is not running, and exits with 2 for an invalid flag", async () => {
  const never = path.join(temporaryFolder(), "never");
  const [code, { problems }] = await statusOf("--data-dir", never);
  expect([code, problems]).toEqual([1, [{ code: "not_running", detail: expect.stringContaining(never) }]]);
  expect(await command("status", ["--max-backup-age", "week"])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Usage: galley status \[--data-dir DIR\] \[--max-backup-age DAYS\] \[--json\]\n$/),
  });
});

it("support-bundle writes a ZIP without secrets, readable by its owner only, and replaces nothing", async () => {
  const file = newFile("support.zip");
  expect(await command("support-bundle", [file, ...here])).toMatchObject({ code: 0, stderr: "" });
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const bytes = fs.readFileSync(file);
  const texts = await zipTexts(bytes);
  expect([...texts.keys()]).toEqual(expect.arrayContaining(["about.json", "log.txt", "database.json"]));
  expect([...texts.values()].join("\n")).not.toContain(project.api_secret);
  expect(await command("support-bundle", [file, ...here])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("exists. Name another file."),
  });
  expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  expect(await command("support-bundle", here)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Give one file. Usage: galley support-bundle FILE"),
  });
});
