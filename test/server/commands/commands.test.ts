/** What the program answers to its first word. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { spawnAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command } from "../../support/backups.ts";

it("a command that is none is refused with the list of those that are", async () => {
  const ended = await command("serv", ["--data-dir", path.join(temporaryFolder(), "never")]);
  expect(ended).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /^Galley has no command "serv"\. There are: serve, status, backup, restore.*, help\.\n$/,
    ),
  });
});

it("help tells of all, of one, and of none that is not there", async () => {
  const all = await command("help", []);
  expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining("--trusted-proxies"), stderr: "" });
  const one = await command("backup", ["--help"]);
  expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^galley backup FILE[\s\S]*--passphrase-file/) });
  expect(await command("help", ["backup"])).toEqual(one);
  expect(await command("help", ["moon"])).toMatchObject({ code: 2, stderr: expect.stringContaining('"moon"') });
});

it("the page of help, the guide for admins and the README name every command, and no other", async () => {
  const { stderr } = await command("none", []);
  const known = /There are: (.*), help\./.exec(stderr)?.[1]?.split(", ").sort();
  const named = (file: string, pattern: RegExp) => {
    const text = fs.readFileSync(path.join(import.meta.dirname, "../../..", file), "utf8");
    return [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].filter((name) => name !== "help").sort();
  };
  expect(named("resources/help.txt", /^ {2}galley ([a-z-]+)/gm)).toEqual(known);
  expect(named("docs/operating.md", /^\| `galley ([a-z-]+)/gm)).toEqual(known);
  const readme = fs.readFileSync(path.join(import.meta.dirname, "../../..", "README.md"), "utf8");
  const lines = [...readme.matchAll(/^ {4}galley ([a-z-]+(?: \| [a-z-]+)+)/gm)].flatMap(([, names = ""]) =>
    names.split(" | "),
  );
  expect(lines.sort()).toEqual(known);
});

it("a wrong flag ends with 2, so that whoever supervises the service need not try again", async () => {
  const dataDir = path.join(temporaryFolder(), "never");
  const ended = await command("serve", ["--prot", "1", "--data-dir", dataDir]);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Galley did not start\. .*--prot/) });
  expect(fs.existsSync(dataDir)).toBe(false);
});

it("serve is what runs without a command, and takes the same flags", async () => {
  const appliance = await spawnAppliance({ args: ["--headless"], command: "serve" });
  expect(await (await fetch(`${appliance.url}/healthz`)).json()).toEqual({ status: "ok" });
  await appliance.close();
  expect(appliance.child.exitCode).toBe(0);
});
