/** Choice of the command by the first argument, and help. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { spawnAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command } from "../../support/backups.ts";

it("refuses an unknown command and lists the known ones", async () => {
  const ended = await command("serv", ["--data-dir", path.join(temporaryFolder(), "never")]);
  expect(ended).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^Unknown command "serv"\. Commands: serve, status, backup, restore.*, help\.\n$/),
  });
});

it("prints help for all commands or for one, and refuses an unknown one", async () => {
  const all = await command("help", []);
  expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining("--trusted-proxies"), stderr: "" });
  const one = await command("backup", ["--help"]);
  expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^galley backup FILE[\s\S]*--passphrase-file/) });
  expect(await command("help", ["backup"])).toEqual(one);
  expect(await command("help", ["moon"])).toMatchObject({ code: 2, stderr: expect.stringContaining('"moon"') });
});

it("help, docs/operating.md and the README list exactly the known commands", async () => {
  const { stderr } = await command("none", []);
  const known = /Commands: (.*), help\./.exec(stderr)?.[1]?.split(", ").sort();
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

it("exits with 2 for an unknown flag, so that a supervisor need not retry", async () => {
  const dataDir = path.join(temporaryFolder(), "never");
  const ended = await command("serve", ["--prot", "1", "--data-dir", dataDir]);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Galley did not start\. .*--prot/) });
  expect(fs.existsSync(dataDir)).toBe(false);
});

it("runs serve when no command is given, with the same flags", async () => {
  const appliance = await spawnAppliance({ args: ["--headless"], command: "serve" });
  expect(await (await fetch(`${appliance.url}/healthz`)).json()).toEqual({ status: "ok" });
  await appliance.close();
  expect(appliance.child.exitCode).toBe(0);
});
