import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Keychain, openDesktopKey } from "../../main/keychain.ts";
import { openKeyFile } from "../../server/storage/secret-box.ts";
import { safeStorage } from "../desktop/stand-in/desktop-parts.ts";

let dataDir: string;
let said: string[];
let logged: string[];

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "galley-keychain-"));
  said = [];
  logged = [];
});
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const keychain: Keychain = { ...safeStorage, getSelectedStorageBackend: () => "gnome_libsecret" };
const unavailable: Keychain = { ...keychain, isAsyncEncryptionAvailable: async () => false };

function open(used: Keychain = keychain): Promise<Buffer> {
  const log = { info: (line: string) => logged.push(line), warn: (line: string) => logged.push(line), error: () => {} };
  return openDesktopKey({ dataDir, keychain: used, log, tell: (message) => said.push(message) });
}

const sealedFile = () => path.join(dataDir, "secret.key.sealed");

test("a new key is sealed, and the same one comes back", async () => {
  const key = await open();
  expect(key).toHaveLength(32);
  expect(fs.readdirSync(dataDir)).toEqual(["secret.key.sealed"]);
  expect(fs.statSync(sealedFile()).mode & 0o777).toBe(0o600);
  expect(fs.readFileSync(sealedFile()).includes(key.toString("base64url"))).toBe(false);
  expect((await open()).equals(key)).toBe(true);
  expect(said).toEqual([]);
});

test("the key file of a headless run stays in use, and the log says so", async () => {
  const key = await openKeyFile(dataDir);
  expect((await open()).equals(key)).toBe(true);
  expect(fs.existsSync(sealedFile())).toBe(false);
  expect(logged.join()).toContain("secret.key");
});

test.each([
  ["without a keychain", unavailable],
  [
    "with a keychain that is a well-known password",
    { ...keychain, getSelectedStorageBackend: () => "basic_text" as const },
  ],
])("%s the key goes to a file, and the person is told", async (_, used) => {
  const key = await open(used);
  expect(said).toHaveLength(1);
  expect(logged).toHaveLength(1);
  expect((await openKeyFile(dataDir)).equals(key)).toBe(true);
});

test("a sealed key that cannot be opened is refused, never replaced", async () => {
  await open();
  const sealed = fs.readFileSync(sealedFile());
  await expect(open(unavailable)).rejects.toThrow("not available");
  fs.writeFileSync(sealedFile(), Buffer.concat([sealed.subarray(0, -1), Buffer.from([0])]));
  await expect(open()).rejects.toThrow("cannot open");
  expect(fs.readdirSync(dataDir)).toEqual(["secret.key.sealed"]);
});

test("a key that the keychain wants sealed anew is sealed anew", async () => {
  const key = await open();
  const before = fs.readFileSync(sealedFile());
  const rotating: Keychain = {
    ...keychain,
    decryptStringAsync: async (sealed) => ({ ...(await keychain.decryptStringAsync(sealed)), shouldReEncrypt: true }),
  };
  expect((await open(rotating)).equals(key)).toBe(true);
  expect(fs.readFileSync(sealedFile()).equals(before)).toBe(false);
  expect((await open()).equals(key)).toBe(true);
});

test("a keychain that does not give back what it sealed leaves nothing behind", async () => {
  const lossy: Keychain = { ...keychain, decryptStringAsync: async () => ({ result: "", shouldReEncrypt: false }) };
  await expect(open(lossy)).rejects.toThrow("does not give back");
  expect(fs.readdirSync(dataDir)).toEqual([]);
});
