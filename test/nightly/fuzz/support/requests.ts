/** Valid and mutated requests of every kind for the three listeners, as bytes. */
import type { Chance } from "../../../support/chance.ts";
import * as media from "../../../support/sample-media.ts";
import { signature } from "../../../support/site.ts";
import { COLLABORATION } from "./collaboration-requests.ts";
import { anyText, anyValue, scrambled } from "./mutate.ts";
import { admin, adminCall, article, type Call, encoded, json, type Kind, or, query, tab, tabCall } from "./parts.ts";
import { bytesOf, type Parts, strangeHeads } from "./request-bytes.ts";
import { CALLBACK, type World } from "./world.ts";

export interface FuzzRequest {
  kind: string;
  url: string;
  bytes: Buffer;
  /** The bytes may be an incomplete request or several requests. */
  isBroken: boolean;
}

const signed = (chance: Chance, secret: string, materialId: string, url: string): [string, string][] => {
  const right = signature(secret, materialId, url);
  if (chance.happens(0.05)) return [];
  const given = chance.happens(0.85)
    ? right
    : chance.pick([right.toUpperCase(), right.slice(1), `${right}0`, "0".repeat(64), "é", anyText(chance)]);
  return [[chance.pick(["X-Service-Signature", "x-service-signature"]), given]];
};

const UPLOADS: readonly [name: string, bytes: Buffer][] = [
  ["a.png", media.PNG],
  ["a.jpg", media.JPG],
  ["a.gif", media.GIF],
  ["a.bmp", media.BMP],
  ["a.webp", media.WEBP],
  ["a.avif", media.AVIF],
  ["a.ico", media.ICO],
  ["a.mp4", media.MP4],
  ["a.txt", Buffer.from("words")],
  ["a.json", Buffer.from('{"a":[1,2,3]}')],
  ["a.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><path d="M0 0h3v2z"/></svg>')],
  ["a.exe", Buffer.from("MZ\0\0")],
];

const KINDS: Record<string, Kind> = {
  open(world, chance) {
    const { api_key, api_secret } = world.project;
    const material = chance.happens(0.5) ? chance.pick(world.sessions).materialId : or(chance, `m ${chance.below(40)}`);
    const callback = or(chance, CALLBACK, 0.1);
    const body = {
      api_key: or(chance, api_key, 0.04),
      callback_url: callback,
      material_id: material,
      ...(chance.happens(0.5) && { vms_json: article(world, chance) }),
      ...(chance.happens(0.5) && {
        metadata: { title: or(chance, "A title", 0.5), user_email: or(chance, "a@b"), more: anyValue(chance) },
      }),
    };
    return {
      url: world.appliance.url,
      method: "POST",
      path: "/integration/session/open",
      headers: [["Content-Type", "application/json"], ...signed(chance, api_secret, material, callback)],
      body: json(chance, body),
    };
  },
  "download media": (world, chance) => download(world, chance, "media"),
  "download fonts": (world, chance) => download(world, chance, "fonts"),
  "public pages"(world, chance) {
    const { session_id } = chance.pick(world.sessions);
    const right = [
      "/healthz",
      "/readyz",
      "/openapi.json",
      "/docs",
      "/docs/",
      "/docs/swagger-ui.css",
      `/editor/${session_id}`,
    ];
    const path = chance.happens(0.5)
      ? chance.pick(right)
      : `/${chance.pick(["", "docs/", "editor/", "integration/", "preview/"])}${anyText(chance)}`;
    const range: [string, string][] = chance.happens(0.2) ? [["Range", or(chance, "bytes=0-10", 0.5)]] : [];
    return { url: world.appliance.url, method: "GET", path, headers: range };
  },
  preview(world, chance) {
    const { previewUrl, session_id, token } = chance.pick(world.sessions);
    const path = previewUrl === null ? `/preview/${session_id}/${token}` : new URL(previewUrl).pathname;
    return { url: world.appliance.url, method: "GET", path: chance.happens(0.5) ? path : `${path}/${anyText(chance)}` };
  },
  "editor login"(world, chance) {
    const at = tab(world, chance, "/login");
    return { ...at, method: "POST", body: json(chance, { token: or(chance, at.session.token, 0.2) }) };
  },
  "editor reads": tabCall((world, chance) => [
    ["GET", ""],
    ["GET", "/versions"],
    ["GET", "/versions/1"],
    ["GET", "/versions/1/archive"],
    ["GET", "/site-copy"],
    ["GET", "/events"],
    ["GET", `/media/${chance.pick(world.sessions).file}`],
    ["GET", `/media/${anyText(chance)}`],
    ["GET", `/versions${query(chance, { cursor: anyText(chance) })}`],
    ["GET", `/events${query(chance, { client_id: anyText(chance), after: anyText(chance) })}`],
  ]),
  draft: tabCall((world, chance) => {
    const [client_id, base_version] = [or(chance, `tab-${chance.below(6)}`), chance.below(3)];
    const put: Call = ["PUT", "/draft", { client_id, vms_json: article(world, chance), base_version }];
    return chance.happens(0.1) ? [["DELETE", `/draft/${anyText(chance)}`]] : [put];
  }),
  save: tabCall((world, chance) => {
    const body = {
      save_id: or(chance, `s-${chance.below(2 ** 31)}`),
      vms_json: article(world, chance),
      base_version: 1 + chance.below(3),
      user_email: or(chance, "a@b"),
    };
    const again = `/versions/${or(chance, "1", 0.3)}/${chance.pick(["restore", "retry"])}`;
    return [["POST", chance.happens(0.2) ? again : "/versions", body]];
  }),
  upload(world, chance) {
    const [name, bytes] = chance.pick(UPLOADS);
    const body = chance.happens(0.6) ? scrambled(chance, bytes) : bytes;
    return { ...tab(world, chance, `/media${query(chance, { name: or(chance, name, 0.3) })}`), method: "POST", body };
  },
  presence: tabCall((_world, chance) => {
    const rest = `/presence/${encoded(chance, or(chance, "tab-1", 0.2))}`;
    const body = { author: or(chance, "Ann", 0.4), mode: or(chance, "editing", 0.3) };
    return [[chance.pick(["PUT", "PUT", "DELETE"]), rest, body]];
  }),
  "console login"(world, chance) {
    const url = world.appliance.consoleUrl;
    if (chance.happens(0.5)) return { url, method: "GET", path: `/login${query(chance, { token: anyText(chance) })}` };
    return { url, method: "POST", path: "/api/login", body: json(chance, { token: or(chance, "wrong", 0.5) }) };
  },
  "console reads": adminCall((world, chance) => {
    const lists = ["/sessions", "/deliveries", "/audit", `/projects/${world.project.id}/wrong-signatures`];
    const filter = {
      q: anyText(chance),
      cursor: anyText(chance),
      project: or(chance, world.project.id, 0.5),
      state: or(chance, "held", 0.5),
    };
    const { session_id, versionId } = chance.pick(world.sessions);
    if (chance.happens(0.6)) return lists.map((list): Call => ["GET", list + query(chance, filter)]);
    return [
      ["GET", "/me"],
      ["GET", "/projects"],
      ["GET", "/settings"],
      ["GET", `/sessions/${session_id}`],
      ["GET", `/versions/${versionId}`],
      ["GET", `/versions/${versionId}/archive`],
      ["GET", "/events"],
      ["GET", `/projects/${world.project.id}/fonts`],
      ["GET", `/deliveries/${anyText(chance)}`],
      ["GET", `/${anyText(chance)}`],
    ];
  }),
  "console writes": adminCall((world, chance) => {
    const project = or(chance, world.project.id, 0.1);
    const name = or(chance, "A site", 0.4);
    const site = { name, environment: or(chance, "dev", 0.3), allowed_hosts: [or(chance, "*.example.org", 0.5)] };
    const font = `/projects/${project}/fonts/${encoded(chance, anyText(chance))}`;
    const settings = { token_hours: anyValue(chance), log_days: anyValue(chance), [anyText(chance)]: anyValue(chance) };
    return [
      ["POST", "/projects", site],
      ["PATCH", `/projects/${project}`, { name, settings: anyValue(chance) }],
      ["PATCH", "/settings", settings],
      ["POST", "/deliveries/retry", { project, since: or(chance, "2026-01-01T00:00:00Z", 0.5) }],
      ["POST", `/deliveries/${anyText(chance)}/retry`, {}],
      ["POST", `/projects/${project}/fonts/publish`, { snapshot_id: anyValue(chance) }],
      ["POST", `/projects/${project}/check-host`, { url: or(chance, CALLBACK, 0.7) }],
      ["PATCH", font, { weight: anyText(chance), unicode_range: anyText(chance) }],
    ];
  }),
  "console uploads"(world, chance) {
    const [, bytes] = chance.pick(UPLOADS);
    const body = scrambled(
      chance,
      chance.happens(0.5) ? bytes : Buffer.concat([Buffer.from("\0\x01\0\0"), chance.bytes(200)]),
    );
    if (chance.happens(0.2))
      return {
        ...admin(world, chance, "/restore"),
        method: "POST",
        body: scrambled(chance, Buffer.from("PK\x03\x04 no backup at all")),
      };
    return {
      ...admin(
        world,
        chance,
        `/projects/${world.project.id}/fonts${query(chance, { name: or(chance, "a.ttf", 0.4) })}`,
      ),
      method: "POST",
      body,
    };
  },
  callback(world, chance) {
    const { api_secret } = world.sandbox;
    const material = or(chance, "no article", 0.3);
    const content = `${world.appliance.url}/integration/download/media/x/y`;
    const body = {
      event: or(chance, "site_fonts_updated", 0.5),
      material_id: material,
      content_url: content,
      metadata: anyValue(chance),
      fonts: anyValue(chance),
    };
    // With a valid signature, the sample site would try to fetch a missing archive.
    const headers = chance.happens(0.1)
      ? []
      : signed(chance, chance.happens(0.3) ? api_secret : "wrong", `${material}x`, content);
    return {
      url: world.appliance.sandboxUrl,
      method: "POST",
      path: "/galley/callback",
      headers,
      body: json(chance, body),
    };
  },
  ...COLLABORATION,
  "sample site"(world, chance) {
    const url = world.appliance.sandboxUrl;
    const form = Buffer.from(`title=${encoded(chance, or(chance, "", 0.5))}&on=${anyText(chance)}`);
    if (chance.happens(0.3))
      return {
        url,
        method: "POST",
        path: `/articles${chance.pick(["", `/${anyText(chance)}/edit`, `/${anyText(chance)}/refusal`])}`,
        headers: [
          ["Content-Type", "application/x-www-form-urlencoded"],
          ["Origin", or(chance, url, 0.5)],
        ],
        body: form,
      };
    return {
      url,
      method: "GET",
      path: chance.pick([
        "/",
        "/callbacks",
        "/assets/site.css",
        `/articles/${anyText(chance)}`,
        `/desk/${anyText(chance)}`,
        `/files/${anyText(chance)}`,
        `/${anyText(chance)}`,
      ]),
    };
  },
};

export const KIND_NAMES: readonly string[] = [...Object.keys(KINDS), "raw bytes"];

function download(world: World, chance: Chance, kind: "media" | "fonts"): Parts {
  const { fingerprint, versionId, materialId } = chance.pick(world.sessions);
  const path = `/integration/download/${kind}/${encoded(chance, or(chance, fingerprint))}/${encoded(chance, or(chance, versionId))}`;
  return {
    url: world.appliance.url,
    method: "GET",
    path:
      path +
      query(chance, { api_key: or(chance, world.project.api_key, 0.05), material_id: or(chance, materialId, 0.08) }),
    headers: signed(chance, world.project.api_secret, materialId, world.appliance.url + path),
  };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "QUERY", "LINK"];

/** A request of a random kind, sometimes with another method or scrambled bytes. */
export function nextRequest(world: World, chance: Chance): FuzzRequest {
  const kind = chance.pick(KIND_NAMES);
  if (kind === "raw bytes") return rawBytes(world, chance);
  const parts = KINDS[kind]?.(world, chance);
  if (parts === undefined) throw new Error(`Unknown kind of request: ${kind}.`);
  if (chance.happens(0.04)) parts.method = chance.pick(METHODS);
  const bytes = bytesOf(parts, chance);
  const isBroken = chance.happens(0.06);
  return { kind, url: parts.url, bytes: isBroken ? scrambled(chance, bytes) : bytes, isBroken };
}

function rawBytes(world: World, chance: Chance): FuzzRequest {
  const { url: publicUrl, consoleUrl, sandboxUrl } = world.appliance;
  const url = chance.pick([publicUrl, consoleUrl, sandboxUrl]);
  const bytes = Buffer.from(chance.pick(strangeHeads(new URL(url).host, chance)), "latin1");
  return { kind: "raw bytes", url, bytes: chance.happens(0.4) ? scrambled(chance, bytes) : bytes, isBroken: true };
}
