/** `config.json` in the data folder: accepted values, precedence, and errors. */
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig, readDataDir } from "../../../server/config/config.ts";
import { temporaryFolder } from "../../support/appliance.ts";

function folderWith(content: string | null): { dataDir: string; file: string } {
  const dataDir = temporaryFolder();
  const file = path.join(dataDir, "config.json");
  if (content !== null) fs.writeFileSync(file, content);
  return { dataDir, file };
}

const read = (dataDir: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  readConfig(["--data-dir", dataDir, ...args], env);

describe("a data folder without config.json", () => {
  it("starts with the defaults, and nothing is written", () => {
    const { dataDir, file } = folderWith(null);
    expect(read(dataDir)).toMatchObject({
      public: { host: "127.0.0.1", port: 8420 },
      console: { host: "127.0.0.1", port: 8421 },
      sandbox: { host: "127.0.0.1", port: 8422 },
      publicUrl: null,
      trustedProxies: [],
    });
    expect(new Set(Object.values(read(dataDir).sources))).toEqual(new Set(["default"]));
    expect(fs.existsSync(file)).toBe(false);
  });
});

describe("config.json", () => {
  it("is overridden by a variable, and both by a flag", () => {
    const trusted_proxies = ["127.0.0.1", "10.1.0.0/16"];
    const kept = { port: 9000, public_url: "https://a.example.org/", trusted_proxies };
    const { dataDir } = folderWith(JSON.stringify(kept));
    expect(read(dataDir)).toMatchObject({
      public: { port: 9000 },
      publicUrl: "https://a.example.org",
      trustedProxies: trusted_proxies,
      sources: { port: "file", host: "default", public_url: "file" },
    });
    const env = { GALLEY_PORT: "9001", GALLEY_PUBLIC_URL: "https://b.example.org" };
    expect(read(dataDir, [], env)).toMatchObject({
      public: { port: 9001 },
      publicUrl: "https://b.example.org",
      sources: { port: "environment", public_url: "environment" },
    });
    expect(read(dataDir, ["--port", "9002"], env)).toMatchObject({
      public: { port: 9002 },
      sources: { port: "flag", public_url: "environment" },
    });
  });

  it("may begin with a byte order mark", () => {
    const { dataDir } = folderWith(`\uFEFF${JSON.stringify({ port: 9000 })}`);
    expect(read(dataDir).public.port).toBe(9000);
  });

  it.each<[string, RegExp]>([
    ['{\n  "port": 9000\n  "host": "x"\n}', /config\.json is not JSON \(line 3, column 3: /],
    ["", /config\.json is not JSON \(line 1, column 1: /],
    ["[]", /config\.json must be an object/],
    ['{"prot": 9000}', /config\.json has an unknown key: "prot"\. Known keys: host, port, /],
    ['{"port": "9000"}', /"port" in .*config\.json takes a number from 0 to 65535, without quotes, not "9000"/],
    ['{"port": 65536}', /"port" in .*config\.json takes a number from 0 to 65535, not "65536"/],
    ['{"host": "http://x"}', /"host" in .*config\.json takes a name or an address/],
    ['{"console_port": 8420}', /--port and "console_port" in .*config\.json are both 8420/],
    ['{"public_url": "galley.example.org"}', /"public_url" in .*config\.json takes an http\(s\) URL/],
    ['{"trusted_proxies": "127.0.0.1"}', /"trusted_proxies" in .*config\.json takes a list/],
    ['{"trusted_proxies": ["proxy"]}', /"trusted_proxies" in .*config\.json takes .*"proxy" is invalid/],
    [" ".repeat(70_000), /config\.json is longer than 64 kB/],
  ])("%j is refused with the key and the accepted values", (content, sentence) => {
    const { dataDir } = folderWith(content);
    expect(() => read(dataDir)).toThrow(sentence);
  });

  it("does not prevent finding the data folder when it is invalid", () => {
    const { dataDir } = folderWith("{");
    expect(readDataDir(["--data-dir", dataDir], {})).toBe(dataDir);
  });

  it("is read again on reread(), while the flags stay the same", () => {
    const { dataDir, file } = folderWith(JSON.stringify({ port: 9000 }));
    const config = read(dataDir, ["--console-port", "9100"]);
    fs.writeFileSync(file, JSON.stringify({ port: 9003, console_port: 9101 }));
    expect(config.reread()).toMatchObject({ public: { port: 9003 }, console: { port: 9100 } });
  });
});
