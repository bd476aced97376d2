import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DesktopKey, type Keychain, openDesktopKey } from "../../../main/data/keychain.ts";
import { holdFolder } from "../../../server/storage/database.ts";
import { openKeyFile, writeKeyFile } from "../../../server/storage/secret-box.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { expectPrivate } from "../../support/data-folder.ts";

let dataDir: string;
let warnings: string[];
let logged: string[];

beforeEach(() => {
  dataDir = temporaryFolder();
  warnings = [];
  logged = [];
});
afterEach(() => vi.restoreAllMocks());

/** A keychain of the stand-in; each name is a separate one. */
async function keychainNamed(name: string): Promise<Keychain> {
  vi.resetModules();
  vi.stubEnv("STAND_IN_KEYCHAIN", name);
  return (await import("../../desktop/stand-in/desktop-parts.ts")).safeStorage;
}
const keychain = await keychainNamed("keyring");
const other = await keychainNamed("another keyring");
const fixedPassword = await keychainNamed("fixed-password");
const none = await keychainNamed("none");
const lossy: Keychain = { ...keychain, decryptStringAsync: async () => ({ result: "", shouldReEncrypt: false }) };
const locked: Keychain = { ...keychain, encryptStringAsync: () => Promise.reject(new Error("the keyring is locked")) };
const rotating: Keychain = {
  ...keychain,
  decryptStringAsync: async (sealed) => ({ ...(await keychain.decryptStringAsync(sealed)), shouldReEncrypt: true }),
};

function open(used: Keychain = keychain): Promise<DesktopKey> {
  const keep = (line: string) => void logged.push(line);
  return openDesktopKey({
    dataDir,
    keychain: used,
    log: { info: keep, warn: keep, error: keep },
    warn: (message) => warnings.push(message),
  });
}

const keyFile = () => path.join(dataDir, "secret.key");
const sealedFile = () => path.join(dataDir, "secret.key.sealed");
const keyFiles = () => fs.readdirSync(dataDir).filter((name) => name.startsWith("secret"));

/** Starts twice, which leaves the key in the keychain only. */
async function inKeychain(used: Keychain = keychain): Promise<Buffer> {
  await open(used);
  const { key } = await open(used);
  expect(keyFiles()).toEqual(["secret.key.sealed"]);
  return key;
}

test("seals a new key, and keeps its file until the next start has unsealed it", async () => {
  const first = await open();
  expect(first.key).toHaveLength(32);
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed"]);
  expectPrivate(keyFile(), sealedFile());
  expect(first.place()).toBe("unverified");
  expect((await openKeyFile(dataDir)).equals(first.key)).toBe(true);

  const second = await open();
  expect(second.key.equals(first.key)).toBe(true);
  expect(second.place()).toBe("keychain");
  expect(keyFiles()).toEqual(["secret.key.sealed"]);
  expect(fs.readFileSync(sealedFile()).includes(first.key.toString("base64url"))).toBe(false);
  expect((await open()).key.equals(first.key)).toBe(true);
  expect(warnings).toEqual([]);
});

test("refuses a folder with data but no key, and creates none", async () => {
  fs.writeFileSync(path.join(dataDir, "galley.db"), "data");
  await expect(open()).rejects.toThrow(/The encryption key of .* is missing/);
  await expect(open(none)).rejects.toThrow(/is missing/);
  expect(keyFiles()).toEqual([]);
});

test("uses the key file if the keychain lost a key that was not yet verified", async () => {
  const { key } = await open();
  expect((await open(none)).key.equals(key)).toBe(true);
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed"]);

  const after = await open(other);
  expect(after.key.equals(key)).toBe(true);
  expect(after.place()).toBe("file");
  expect(warnings).toEqual(["The keychain of this computer could not open the key that it sealed."]);
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed.unreadable"]);
  expect((await open(other)).key.equals(key)).toBe(true);
});

test("refuses two different keys, and changes neither", async () => {
  await open();
  await writeKeyFile(dataDir, Buffer.alloc(32, 1));
  const before = [keyFile(), sealedFile()].map((file) => fs.readFileSync(file, "latin1"));
  await expect(open()).rejects.toThrow(/hold different keys.*Nothing was changed/);
  expect([keyFile(), sealedFile()].map((file) => fs.readFileSync(file, "latin1"))).toEqual(before);
});

test("keeps using the key file of a headless run, and logs it", async () => {
  const key = await openKeyFile(dataDir);
  const opened = await open();
  expect(opened.key.equals(key)).toBe(true);
  expect(opened.place()).toBe("file");
  expect(keyFiles()).toEqual(["secret.key"]);
  expect(logged.join()).toContain("secret.key");
});

const noKeychain: [string, Keychain][] = [
  ["without a keychain", none],
  ["with a keychain that cannot open what it sealed", lossy],
  ["with a locked keychain", locked],
];
if (process.platform === "linux") noKeychain.push(["with a well-known password as the keychain", fixedPassword]);

test.each(noKeychain)("stores the key in a file and warns the user, %s", async (_, used) => {
  const { key, place } = await open(used);
  expect(warnings).toEqual(["Galley found no keychain on this computer."]);
  expect(logged.join()).toContain("A copy of the whole folder reveals the secrets");
  expect(place()).toBe("file");
  expect((await openKeyFile(dataDir)).equals(key)).toBe(true);
});

test.runIf(process.platform === "linux")(
  "moves a key that was sealed with the well-known password to a file, even after an interruption",
  async () => {
    const key = Buffer.alloc(32, 7);
    const sealed = await fixedPassword.encryptStringAsync(key.toString("base64url"));
    for (const wasInterrupted of [false, true]) {
      fs.writeFileSync(sealedFile(), sealed);
      if (wasInterrupted) await writeKeyFile(dataDir, key);
      else fs.rmSync(keyFile(), { force: true });
      warnings = [];
      expect((await open()).key.equals(key)).toBe(true);
      expect(keyFiles()).toEqual(["secret.key"]);
      expect(warnings).toHaveLength(1);
    }
  },
);

test("refuses a sealed key that cannot be opened, and never replaces it", async () => {
  await inKeychain();
  await expect(open(none)).rejects.toThrow("not available");
  await expect(open(other)).rejects.toThrow("cannot open");
  expect(keyFiles()).toEqual(["secret.key.sealed"]);
});

test("reseals a key if the keychain requests it, and verifies it again", async () => {
  const key = await inKeychain();
  const before = fs.readFileSync(sealedFile());
  expect((await open(rotating)).key.equals(key)).toBe(true);
  expect(fs.readFileSync(sealedFile()).equals(before)).toBe(false);
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed"]);
  expect((await open()).key.equals(key)).toBe(true);
  expect(keyFiles()).toEqual(["secret.key.sealed"]);
});

test("moves the key to a file and back, and keeps it after an interruption at any step", async () => {
  const key = await inKeychain();
  /** A copy of each state of the folder during `move`. */
  const statesOf = async (move: () => Promise<unknown>): Promise<Record<string, Buffer>[]> => {
    const states: Record<string, Buffer>[] = [];
    const record = () => {
      states.push(Object.fromEntries(keyFiles().map((name) => [name, fs.readFileSync(path.join(dataDir, name))])));
    };
    for (const step of ["open", "rename", "rm"] as const) {
      const real = fs.promises[step] as (...args: unknown[]) => Promise<unknown>;
      vi.spyOn(fs.promises, step).mockImplementation((async (...args: unknown[]) => {
        record();
        const done = await real(...args);
        record();
        return done;
      }) as never);
    }
    await move();
    vi.restoreAllMocks();
    record();
    return states;
  };
  const opensAfter = async (states: Record<string, Buffer>[]) => {
    for (const state of states) {
      for (const name of keyFiles()) fs.rmSync(path.join(dataDir, name));
      for (const [name, content] of Object.entries(state)) fs.writeFileSync(path.join(dataDir, name), content);
      expect((await open()).key.equals(key)).toBe(true);
      expect(keyFiles().filter((name) => name.endsWith(".tmp"))).toEqual([]);
    }
  };

  const sealed = await open();
  const toFile = await statesOf(() => sealed.keepInFile());
  expect(sealed.place()).toBe("file");
  expect(keyFiles()).toEqual(["secret.key"]);
  expect((await openKeyFile(dataDir)).equals(key)).toBe(true);
  await opensAfter(toFile);

  const filed = await open();
  const toKeychain = await statesOf(() => filed.keepInKeychain());
  expect(filed.place()).toBe("unverified");
  expect((await open()).place()).toBe("keychain");
  await opensAfter(toKeychain);
  expect(toFile.length + toKeychain.length).toBeGreaterThan(8);
});

test("keeps the key in its file without a keychain", async () => {
  await openKeyFile(dataDir);
  const { keepInKeychain, place } = await open(none);
  expect(await keepInKeychain()).toBe(false);
  expect(place()).toBe("file");
});

test("moves no key while a headless Galley uses the folder", async () => {
  await open();
  const hold = holdFolder(dataDir);
  await expect(open()).rejects.toThrow("in use by another Galley");
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed"]);
  hold.close();
});
