import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DesktopKey, type Keychain, openDesktopKey } from "../../../main/data/keychain.ts";
import { holdFolder } from "../../../server/storage/database.ts";
import { openKeyFile, writeKeyFile } from "../../../server/storage/secret-box.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { expectPrivate } from "../../support/private-files.ts";

let dataDir: string;
let said: string[];
let logged: string[];

beforeEach(() => {
  dataDir = temporaryFolder();
  said = [];
  logged = [];
});
afterEach(() => vi.restoreAllMocks());

/** The stand-in's keychains: each name is one of its own. */
async function keychainNamed(name: string): Promise<Keychain> {
  vi.resetModules();
  vi.stubEnv("STAND_IN_KEYCHAIN", name);
  return (await import("../../desktop/stand-in/safe-storage.ts")).safeStorage;
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
    tell: (message) => said.push(message),
  });
}

const keyFile = () => path.join(dataDir, "secret.key");
const sealedFile = () => path.join(dataDir, "secret.key.sealed");
const keyFiles = () => fs.readdirSync(dataDir).filter((name) => name.startsWith("secret"));

/** A folder whose key is in the keychain alone, as the second start leaves it. */
async function inKeychain(used: Keychain = keychain): Promise<Buffer> {
  await open(used);
  const { key } = await open(used);
  expect(keyFiles()).toEqual(["secret.key.sealed"]);
  return key;
}

test("a new key is sealed and stays in its file until the next start has unsealed it", async () => {
  const first = await open();
  expect(first.key).toHaveLength(32);
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed"]);
  expectPrivate(keyFile(), sealedFile());
  expect(first.place()).toBe("unproved");
  expect((await openKeyFile(dataDir)).equals(first.key)).toBe(true);

  const second = await open();
  expect(second.key.equals(first.key)).toBe(true);
  expect(second.place()).toBe("keychain");
  expect(keyFiles()).toEqual(["secret.key.sealed"]);
  expect(fs.readFileSync(sealedFile()).includes(first.key.toString("base64url"))).toBe(false);
  expect((await open()).key.equals(first.key)).toBe(true);
  expect(said).toEqual([]);
});

test("a folder with data and no key is refused, and gets none", async () => {
  fs.writeFileSync(path.join(dataDir, "galley.db"), "data");
  await expect(open()).rejects.toThrow(/The key to the secrets of .* is missing/);
  await expect(open(none)).rejects.toThrow(/is missing/);
  expect(keyFiles()).toEqual([]);
});

test("what the keychain lost before it was proved is not lost: the file is the key", async () => {
  const { key } = await open();
  expect((await open(none)).key.equals(key)).toBe(true);
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed"]);

  const after = await open(other);
  expect(after.key.equals(key)).toBe(true);
  expect(after.place()).toBe("file");
  expect(said).toEqual(["The keychain of this computer did not give back the key that it sealed."]);
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed.unreadable"]);
  expect((await open(other)).key.equals(key)).toBe(true);
});

test("two different keys are refused, and neither is touched", async () => {
  await open();
  await writeKeyFile(dataDir, Buffer.alloc(32, 1));
  const before = [keyFile(), sealedFile()].map((file) => fs.readFileSync(file, "latin1"));
  await expect(open()).rejects.toThrow(/hold different keys.*Nothing was changed/);
  expect([keyFile(), sealedFile()].map((file) => fs.readFileSync(file, "latin1"))).toEqual(before);
});

test("the key file of a headless run stays in use, and the log says so", async () => {
  const key = await openKeyFile(dataDir);
  const opened = await open();
  expect(opened.key.equals(key)).toBe(true);
  expect(opened.place()).toBe("file");
  expect(keyFiles()).toEqual(["secret.key"]);
  expect(logged.join()).toContain("secret.key");
});

const noKeychain: [string, Keychain][] = [
  ["without a keychain", none],
  ["with a keychain that does not give back what it sealed", lossy],
  ["with a keychain that stays locked", locked],
];
if (process.platform === "linux") noKeychain.push(["with a keychain that is a well-known password", fixedPassword]);

test.each(noKeychain)("%s the key goes to a file, and the person is told", async (_, used) => {
  const { key, place } = await open(used);
  expect(said).toEqual(["Galley found no keychain on this computer."]);
  expect(logged.join()).toContain("Whoever copies the whole folder can read them");
  expect(place()).toBe("file");
  expect((await openKeyFile(dataDir)).equals(key)).toBe(true);
});

test.runIf(process.platform === "linux")(
  "a key that an earlier Galley sealed with the well-known password goes to a file, at whatever step it was broken off",
  async () => {
    const key = Buffer.alloc(32, 7);
    const sealed = await fixedPassword.encryptStringAsync(key.toString("base64url"));
    for (const wasBrokenOff of [false, true]) {
      fs.writeFileSync(sealedFile(), sealed);
      if (wasBrokenOff) await writeKeyFile(dataDir, key);
      else fs.rmSync(keyFile(), { force: true });
      said = [];
      expect((await open()).key.equals(key)).toBe(true);
      expect(keyFiles()).toEqual(["secret.key"]);
      expect(said).toHaveLength(1);
    }
  },
);

test("a sealed key that cannot be opened is refused, never replaced", async () => {
  await inKeychain();
  await expect(open(none)).rejects.toThrow("not available");
  await expect(open(other)).rejects.toThrow("cannot open");
  expect(keyFiles()).toEqual(["secret.key.sealed"]);
});

test("a key that the keychain wants sealed anew is sealed anew, and proved again", async () => {
  const key = await inKeychain();
  const before = fs.readFileSync(sealedFile());
  expect((await open(rotating)).key.equals(key)).toBe(true);
  expect(fs.readFileSync(sealedFile()).equals(before)).toBe(false);
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed"]);
  expect((await open()).key.equals(key)).toBe(true);
  expect(keyFiles()).toEqual(["secret.key.sealed"]);
});

test("the key moves to a file and back; broken off after any step, it is still the same key", async () => {
  const key = await inKeychain();
  /** Each state that the folder goes through during `move`, as a copy of it. */
  const statesOf = async (move: () => Promise<unknown>): Promise<Record<string, Buffer>[]> => {
    const states: Record<string, Buffer>[] = [];
    const look = () => {
      states.push(Object.fromEntries(keyFiles().map((name) => [name, fs.readFileSync(path.join(dataDir, name))])));
    };
    for (const step of ["open", "rename", "rm"] as const) {
      const real = fs.promises[step] as (...args: unknown[]) => Promise<unknown>;
      vi.spyOn(fs.promises, step).mockImplementation((async (...args: unknown[]) => {
        look();
        const done = await real(...args);
        look();
        return done;
      }) as never);
    }
    await move();
    vi.restoreAllMocks();
    look();
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
  expect(filed.place()).toBe("unproved");
  expect((await open()).place()).toBe("keychain");
  await opensAfter(toKeychain);
  expect(toFile.length + toKeychain.length).toBeGreaterThan(8);
});

test("without a keychain a key in a file stays there", async () => {
  await openKeyFile(dataDir);
  const { keepInKeychain, place } = await open(none);
  expect(await keepInKeychain()).toBe(false);
  expect(place()).toBe("file");
});

test("while a headless Galley has the folder, no key is moved", async () => {
  await open();
  const hold = holdFolder(dataDir);
  await expect(open()).rejects.toThrow("in use by another Galley");
  expect(keyFiles()).toEqual(["secret.key", "secret.key.sealed"]);
  hold.close();
});
