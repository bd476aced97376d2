/**
 * The points of Electron's security checklist that a running window cannot show: code that must not occur, the fuses of the
 * packed executable, and the version of Electron. docs/security.md maps each point to its test.
 */
import fs from "node:fs";
import path from "node:path";
import { expect, it, test } from "vitest";
import { ROOT, read, readJson } from "../support/project-files.ts";

/** Sources without their comments. */
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
const filesWith = (pattern: RegExp, sources = shell) =>
  sources.filter(({ code }) => pattern.test(code)).map(({ name }) => name);

test.each([
  ["preload script or bridge to pages", /\bpreload\b|contextBridge|exposeInMainWorld/],
  ["messages from pages", /\bipcMain\b|ipcRenderer|MessageChannelMain|\.ipc\b/],
  [
    "custom or file protocols",
    /\bprotocol\b\.|registerSchemesAsPrivileged|loadFile|["'`]file:|setAsDefaultProtocolClient/,
  ],
  ["code put into pages", /executeJavaScript|insertCSS/],
  [
    "preference that weakens pages",
    /nodeIntegration\w*: true|contextIsolation: false|sandbox: false|webSecurity: false|allowRunningInsecureContent: true|experimentalFeatures: true|enableBlinkFeatures|webviewTag: true/,
  ],
  [
    "replies to certificate errors and logins",
    /"(certificate-error|select-client-certificate)"|setCertificateVerifyProc|\.on(ce)?\("login"|allowNTLMCredentialsForDomains/,
  ],
  [
    "choice of devices or screens for pages",
    /select-(bluetooth|hid|usb|serial)|setBluetoothPairingHandler|setDisplayMediaRequestHandler|desktopCapturer/,
  ],
  [
    "Chromium switch that turns off a protection",
    /(append(Switch|Argument))\([^)]*(no-sandbox|disable-(web-security|site-isolation|features)|allow-running-insecure|remote-debugging|ignore-certificate)/,
  ],
])("the desktop app's code has no %s", (_, pattern) => {
  expect(filesWith(pattern)).toEqual([]);
});

it("opens URLs in other programs and decides about permissions only in main/guards.ts", () => {
  expect(filesWith(/openExternal/)).toEqual(["main/guards.ts"]);
  const decides = /setPermission(Request|Check)Handler|setWindowOpenHandler|setDevicePermissionHandler/;
  expect(filesWith(decides)).toEqual(["main/guards.ts"]);
});

it("creates windows in two places, with the sandbox enabled for all before Electron is ready", () => {
  const made = filesWith(/new (BrowserWindow|WebContentsView|BaseWindow|BrowserView)\(/);
  expect(made).toEqual(["main/lifecycle.ts", "main/window/window.ts"]);
  // A hidden window that receives the end of the session on Windows.
  expect(read("main/lifecycle.ts")).toContain("javascript: false");
  const main = read("main/main.ts");
  expect(main.indexOf("app.enableSandbox()")).toBeGreaterThan(0);
  expect(main.indexOf("app.enableSandbox()")).toBeLessThan(main.indexOf("await app.whenReady()"));
});

it("shows boxes without a parent window only through boxes.ts, so that none blocks the service", () => {
  expect(filesWith(/showMessageBox\((?!over, )|showMessageBoxSync/)).toEqual(["main/boxes.ts"]);
  expect(filesWith(/show(Open|Save)DialogSync/)).toEqual([]);
});

it("embeds no webview in any page", () => {
  expect(filesWith(/<webview|createElement\("webview"|allowpopups/i, sourcesOf("renderer"))).toEqual([]);
});

it("sets the security fuses of the packed executable", () => {
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

it("pins the Electron version whose known vulnerabilities were checked", () => {
  const { electron } = readJson("package.json").devDependencies;
  expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
  expect(read("docs/security.md")).toContain(`| Electron | ${electron} `);
});
