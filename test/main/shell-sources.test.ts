/**
 * What Electron's security checklist asks of the shell and cannot be asked of a running window: what its code never
 * says, what the packed executable may do, which Electron it is. docs/security.md says which point is where.
 */
import fs from "node:fs";
import path from "node:path";
import { expect, it, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => fs.readFileSync(path.join(ROOT, name), "utf8");

/** Sources without their comments, which may name what they do without. */
function sourcesOf(folder: string): { name: string; code: string }[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|tsx|html)$/.test(name))
    .map((name) => ({
      name: path.join(folder, name).replaceAll("\\", "/"),
      code: read(path.join(folder, name)).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""),
    }));
}

const shell = sourcesOf("main");
const who = (pattern: RegExp, sources = shell) =>
  sources.filter(({ code }) => pattern.test(code)).map(({ name }) => name);

test.each([
  ["a preload script, or a bridge to pages", /\bpreload\b|contextBridge|exposeInMainWorld/],
  ["messages from pages", /\bipcMain\b|ipcRenderer|MessageChannelMain|\.ipc\b/],
  [
    "custom or file protocols",
    /\bprotocol\b\.|registerSchemesAsPrivileged|loadFile|["'`]file:|setAsDefaultProtocolClient/,
  ],
  ["code put into pages", /executeJavaScript|insertCSS/],
  [
    "a preference that weakens pages",
    /nodeIntegration\w*: true|contextIsolation: false|sandbox: false|webSecurity: false|allowRunningInsecureContent: true|experimentalFeatures: true|enableBlinkFeatures|webviewTag: true/,
  ],
  [
    "answers to certificate errors and logins",
    /"(certificate-error|select-client-certificate)"|setCertificateVerifyProc|\.on(ce)?\("login"|allowNTLMCredentialsForDomains/,
  ],
  [
    "a choice of devices or screens for pages",
    /select-(bluetooth|hid|usb|serial)|setBluetoothPairingHandler|setDisplayMediaRequestHandler|desktopCapturer/,
  ],
  [
    "a Chromium switch that turns a guard off",
    /(append(Switch|Argument))\([^)]*(no-sandbox|disable-(web-security|site-isolation|features)|allow-running-insecure|remote-debugging|ignore-certificate)/,
  ],
])("the shell's code holds no %s", (_, pattern) => {
  expect(who(pattern)).toEqual([]);
});

it("only the guards hand an address to another program, and only they decide about permissions", () => {
  expect(who(/openExternal/)).toEqual(["main/guards.ts"]);
  const decides = /setPermission(Request|Check)Handler|setWindowOpenHandler|setDevicePermissionHandler/;
  expect(who(decides)).toEqual(["main/guards.ts"]);
});

it("windows are made in two places, with the sandbox on for all before Electron is ready", () => {
  const made = who(/new (BrowserWindow|WebContentsView|BaseWindow|BrowserView)\(/);
  expect(made).toEqual(["main/power.ts", "main/window/window.ts"]);
  // That one is never shown, and hears of the end of the session on Windows.
  expect(read("main/power.ts")).toContain("javascript: false");
  const main = read("main/main.ts");
  expect(main.indexOf("app.enableSandbox()")).toBeGreaterThan(0);
  expect(main.indexOf("app.enableSandbox()")).toBeLessThan(main.indexOf("await app.whenReady()"));
});

it("no box stops the service: those that belong to no window go by way of boxes.ts", () => {
  expect(who(/showMessageBox\((?!over, )|showMessageBoxSync/)).toEqual(["main/boxes.ts"]);
  expect(who(/show(Open|Save)DialogSync/)).toEqual([]);
});

it("no page embeds others by a webview", () => {
  expect(who(/<webview|createElement\("webview"|allowpopups/i, sourcesOf("renderer"))).toEqual([]);
});

it("the packed executable's fuses shut every door that can be shut", () => {
  const [, lines = ""] = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(read("electron-builder.yml")) ?? [];
  const fuses = Object.fromEntries(
    [...lines.matchAll(/^ {2}(\w+): (\w+)$/gm)].map(([, name, value]) => [name, value === "true"]),
  );
  expect(fuses).toMatchObject({
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
});

it("Electron is one exact version, and the one whose known vulnerabilities were looked up", () => {
  const { devDependencies } = JSON.parse(read("package.json")) as { devDependencies: Record<string, string> };
  const electron = devDependencies.electron ?? "";
  expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
  expect(read("docs/security.md")).toContain(`| Electron | ${electron} `);
});
