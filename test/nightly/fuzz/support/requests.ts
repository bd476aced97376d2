/** Valid and mutated requests of every kind for the three listeners, as bytes. */
import type { Chance } from "../../../support/chance.ts";
import * as media from "../../../support/sample-media.ts";
import { signature } from "../../../support/site.ts";
import { type Call, type Kind, type Parts, partsFor } from "./parts.ts";
import { CALLBACK, type World } from "./world.ts";

export interface FuzzRequest {
  kind: string;
  url: string;
  bytes: Buffer;
  /** The bytes may be an incomplete request or several requests. */
  isBroken: boolean;
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><path d="M0 0h3v2z"/></svg>';
const { PNG, JPG, GIF, BMP, WEBP, AVIF, ICO, MP4 } = media;
const UPLOADS: readonly [name: string, bytes: Buffer][] = [
  ...Object.entries({ PNG, JPG, GIF, BMP, WEBP, AVIF, ICO, MP4 }).map(([type, bytes]): [string, Buffer] => [
    `a.${type.toLowerCase()}`,
    bytes,
  ]),
  ["a.txt", Buffer.from("words")],
  ["a.json", Buffer.from('{"a":[1,2,3]}')],
  ["a.svg", Buffer.from(SVG)],
  ["a.exe", Buffer.from("MZ\0\0")],
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "QUERY", "LINK"];

export function createRequests(world: World, chance: Chance) {
  const parts = partsFor(world, chance);
  const { anyText, anyValue, scrambled, json, or, encoded, query, article, tab, admin, tabCall, adminCall } = parts;

  const signed = (secret: string, materialId: string, url: string): [string, string][] => {
    const right = signature(secret, materialId, url);
    if (chance.happens(0.05)) return [];
    const given = chance.happens(0.85)
      ? right
      : chance.pick([right.toUpperCase(), right.slice(1), `${right}0`, "0".repeat(64), "é", anyText()]);
    return [[chance.pick(["X-Service-Signature", "x-service-signature"]), given]];
  };

  /** Few ids, so that requests use items of earlier requests. */
  const idOf = (of: string) => or(`${of}-${chance.below(8)}`, 0.08);

  const anchor = () => ({
    kind: or(chance.pick(["words", "block"]), 0.05),
    block: or("paragraph", 0.1),
    file: or(chance.pick(world.sessions).file, 0.3),
    exact: or("Some words", 0.2),
    prefix: or("", 0.2),
    suffix: or("", 0.2),
    from: chance.happens(0.1) ? anyValue() : chance.below(20),
    to: chance.happens(0.1) ? anyValue() : chance.below(40),
  });

  const snippetContent = () => ({
    kind: or(chance.pick(["blocks", "words"]), 0.05),
    doc: chance.happens(0.1) ? anyValue() : (article() as { doc?: unknown } | null)?.doc,
  });

  function download(kind: "media" | "fonts"): Parts {
    const { fingerprint, versionId, materialId } = chance.pick(world.sessions);
    const path = `/integration/download/${kind}/${encoded(or(fingerprint))}/${encoded(or(versionId))}`;
    return {
      url: world.appliance.url,
      method: "GET",
      path: path + query({ api_key: or(world.project.api_key, 0.05), material_id: or(materialId, 0.08) }),
      headers: signed(world.project.api_secret, materialId, world.appliance.url + path),
    };
  }

  const kinds: Record<string, Kind> = {
    open() {
      const { api_key, api_secret } = world.project;
      const material = chance.happens(0.5) ? chance.pick(world.sessions).materialId : or(`m ${chance.below(40)}`);
      const callback = or(CALLBACK, 0.1);
      const body = {
        api_key: or(api_key, 0.04),
        callback_url: callback,
        material_id: material,
        ...(chance.happens(0.5) && { vms_json: article() }),
        ...(chance.happens(0.5) && {
          metadata: { title: or("A title", 0.5), user_email: or("a@b"), more: anyValue() },
        }),
      };
      return {
        url: world.appliance.url,
        method: "POST",
        path: "/integration/session/open",
        headers: [["Content-Type", "application/json"], ...signed(api_secret, material, callback)],
        body: json(body),
      };
    },
    "download media": () => download("media"),
    "download fonts": () => download("fonts"),
    "public pages"() {
      const { session_id } = chance.pick(world.sessions);
      const right = "/healthz /readyz /openapi.json /docs /docs/ /docs/swagger-ui.css".split(" ");
      const path = chance.happens(0.5)
        ? chance.pick([...right, `/editor/${session_id}`])
        : `/${chance.pick(["", "docs/", "editor/", "integration/", "preview/"])}${anyText()}`;
      const range: [string, string][] = chance.happens(0.2) ? [["Range", or("bytes=0-10", 0.5)]] : [];
      return { url: world.appliance.url, method: "GET", path, headers: range };
    },
    preview() {
      const { previewUrl, session_id, token } = chance.pick(world.sessions);
      const path = previewUrl === null ? `/preview/${session_id}/${token}` : new URL(previewUrl).pathname;
      return { url: world.appliance.url, method: "GET", path: chance.happens(0.5) ? path : `${path}/${anyText()}` };
    },
    "editor login"() {
      const at = tab("/login");
      return { ...at, method: "POST", body: json({ token: or(at.session.token, 0.2) }) };
    },
    "editor reads": tabCall(() => [
      ["GET", ""],
      ["GET", "/versions"],
      ["GET", "/versions/1"],
      ["GET", "/versions/1/archive"],
      ["GET", "/site-copy"],
      ["GET", "/events"],
      ["GET", `/media/${chance.pick(world.sessions).file}`],
      ["GET", `/media/${anyText()}`],
      ["GET", `/versions${query({ cursor: anyText() })}`],
      ["GET", `/events${query({ client_id: anyText(), after: anyText() })}`],
    ]),
    draft: tabCall(() => {
      const [client_id, base_version] = [or(`tab-${chance.below(6)}`), chance.below(3)];
      const put: Call = ["PUT", "/draft", { client_id, vms_json: article(), base_version }];
      return chance.happens(0.1) ? [["DELETE", `/draft/${anyText()}`]] : [put];
    }),
    save: tabCall(() => {
      const body = {
        save_id: or(`s-${chance.below(2 ** 31)}`),
        vms_json: article(),
        base_version: 1 + chance.below(3),
        user_email: or("a@b"),
      };
      const again = `/versions/${or("1", 0.3)}/${chance.pick(["restore", "retry"])}`;
      return [["POST", chance.happens(0.2) ? again : "/versions", body]];
    }),
    upload() {
      const [name, bytes] = chance.pick(UPLOADS);
      const body = chance.happens(0.6) ? scrambled(bytes) : bytes;
      return { ...tab(`/media${query({ name: or(name, 0.3) })}`), method: "POST", body };
    },
    presence: tabCall(() => {
      const rest = `/presence/${encoded(or("tab-1", 0.2))}`;
      const body = { author: or("Ann", 0.4), mode: or("editing", 0.3) };
      return [[chance.pick(["PUT", "PUT", "DELETE"]), rest, body]];
    }),
    "console login"() {
      const url = world.appliance.consoleUrl;
      if (chance.happens(0.5)) return { url, method: "GET", path: `/login${query({ token: anyText() })}` };
      return { url, method: "POST", path: "/api/login", body: json({ token: or("wrong", 0.5) }) };
    },
    "console reads": adminCall(() => {
      const lists = ["/sessions", "/deliveries", "/audit", `/projects/${world.project.id}/wrong-signatures`];
      const filter = {
        q: anyText(),
        cursor: anyText(),
        project: or(world.project.id, 0.5),
        state: or("held", 0.5),
      };
      const { session_id, versionId } = chance.pick(world.sessions);
      if (chance.happens(0.6)) return lists.map((list): Call => ["GET", list + query(filter)]);
      return [
        ["GET", "/me"],
        ["GET", "/projects"],
        ["GET", "/settings"],
        ["GET", `/sessions/${session_id}`],
        ["GET", `/versions/${versionId}`],
        ["GET", `/versions/${versionId}/archive`],
        ["GET", "/events"],
        ["GET", `/projects/${world.project.id}/fonts`],
        ["GET", `/deliveries/${anyText()}`],
        ["GET", `/${anyText()}`],
      ];
    }),
    "console writes": adminCall(() => {
      const project = or(world.project.id, 0.1);
      const name = or("A site", 0.4);
      const site = { name, environment: or("dev", 0.3), allowed_hosts: [or("*.example.org", 0.5)] };
      const font = `/projects/${project}/fonts/${encoded(anyText())}`;
      const settings = { token_hours: anyValue(), log_days: anyValue(), [anyText()]: anyValue() };
      return [
        ["POST", "/projects", site],
        ["PATCH", `/projects/${project}`, { name, settings: anyValue() }],
        ["PATCH", "/settings", settings],
        ["POST", "/deliveries/retry", { project, since: or("2026-01-01T00:00:00Z", 0.5) }],
        ["POST", `/deliveries/${anyText()}/retry`, {}],
        ["POST", `/projects/${project}/fonts/publish`, { snapshot_id: anyValue() }],
        ["POST", `/projects/${project}/check-host`, { url: or(CALLBACK, 0.7) }],
        ["PATCH", font, { weight: anyText(), unicode_range: anyText() }],
      ];
    }),
    "console uploads"() {
      const [, bytes] = chance.pick(UPLOADS);
      const font = Buffer.concat([Buffer.from("\0\x01\0\0"), chance.bytes(200)]);
      const fonts = `/projects/${world.project.id}/fonts${query({ name: or("a.ttf", 0.4) })}`;
      const [path, body] = chance.happens(0.2)
        ? ["/restore", Buffer.from("PK\x03\x04 no backup at all")]
        : [fonts, chance.happens(0.5) ? bytes : font];
      return { ...admin(path), method: "POST", body: scrambled(body) };
    },
    callback() {
      const { api_secret } = world.sandbox;
      const material = or("no article", 0.3);
      const content = `${world.appliance.url}/integration/download/media/x/y`;
      const body = {
        event: or("site_fonts_updated", 0.5),
        material_id: material,
        content_url: content,
        metadata: anyValue(),
        fonts: anyValue(),
      };
      // With a valid signature, the sample site would try to fetch a missing archive.
      const headers = signed(chance.happens(0.3) ? api_secret : "wrong", `${material}x`, content);
      const url = world.appliance.sandboxUrl;
      return { url, method: "POST", path: "/galley/callback", headers, body: json(body) };
    },
    comment: tabCall(() => {
      const words = { id: idOf("c"), text: or("Who says so?", 0.3), author: or("Ann", 0.2) };
      const one = `/comments/${encoded(idOf("c"))}`;
      return [
        ["GET", `/comments${query({ cursor: anyText() })}`],
        ["POST", "/comments", { ...words, anchor: anchor() }],
        ["POST", `${one}/replies`, words],
        ["PATCH", one, { author: words.author, text: words.text, resolved: anyValue() }],
        ["DELETE", one + query({ author: words.author })],
        ["PUT", "/comment-anchors", { anchors: [{ id: idOf("c"), anchor: anchor() }] }],
      ];
    }),
    snippet: tabCall(() => {
      const author = or("Ann", 0.3);
      const name = or(`Box ${chance.below(8)}`, 0.2);
      const one = `/snippets/${encoded(idOf("s"))}`;
      const file = or(chance.pick(world.sessions).file, 0.3);
      const content = snippetContent();
      const kept: Call = ["POST", "/snippets", { id: idOf("s"), name, author, ...content }];
      return [
        kept,
        kept,
        ["GET", `/snippets${query({ cursor: anyText() })}`],
        ["GET", `${one}/files/${encoded(file)}`],
        ["POST", `${one}/insert`],
        ["PATCH", one, { author, ...(chance.happens(0.5) && { name }), ...(chance.happens(0.5) && { content }) }],
        ["DELETE", one],
      ];
    }),
    "copied files": tabCall(() => {
      const { clip, file } = chance.pick(world.sessions);
      const files = [or(file, 0.2), or(file, 0.8)];
      if (chance.happens(0.7)) return [["POST", "/media/copy", { clip: or(clip, 0.2), files }]];
      return [["POST", "/media/fetch", { url: anyText() }]];
    }),
    "console snippets": adminCall(() => {
      const all = `/projects/${or(world.project.id, 0.1)}/snippets`;
      const one = `${all}/${encoded(idOf("s"))}`;
      return [
        ["GET", all + query({ cursor: anyText() })],
        ["PATCH", one, { name: or(`Box ${chance.below(8)}`, 0.4) }],
        ["DELETE", one],
      ];
    }),
    "console previews"() {
      const [one, other] = [chance.pick(world.sessions), chance.pick(world.sessions)];
      if (chance.happens(0.4)) {
        const to = or(chance.happens(0.5) ? one.versionId : other.versionId, 0.2);
        const rest = `/versions/${one.versionId}/compare/${encoded(to)}`;
        return { ...admin(rest + query({ language: or("ru", 0.4) })), method: "GET" };
      }
      const rest = chance.pick(["", "version/1/", `media/${one.file}`, "fonts/vms_fonts.css", encoded(anyText())]);
      const path = chance.happens(0.9) ? one.previewPath : one.previewPath.replace(one.session_id, other.session_id);
      return { url: world.appliance.consoleUrl, method: "GET", path: path.replace(/version\/.*$/, "") + rest };
    },
    "sample site"() {
      const url = world.appliance.sandboxUrl;
      const headers: [string, string][] = [
        ["Content-Type", "application/x-www-form-urlencoded"],
        ["Origin", or(url, 0.5)],
      ];
      const form = Buffer.from(`title=${encoded(or("", 0.5))}&on=${anyText()}`);
      const posted = `/articles${chance.pick(["", `/${anyText()}/edit`, `/${anyText()}/refusal`])}`;
      if (chance.happens(0.3)) return { url, method: "POST", path: posted, headers, body: form };
      const known = ["/", "/callbacks", "/assets/site.css"];
      const path = chance.pick([...known, ...["articles/", "desk/", "files/", ""].map((of) => `/${of}${anyText()}`)]);
      return { url, method: "GET", path };
    },
  };

  const names: readonly string[] = [...Object.keys(kinds), "raw bytes"];

  const rawBytes = (): FuzzRequest => {
    const { url: publicUrl, consoleUrl, sandboxUrl } = world.appliance;
    const url = chance.pick([publicUrl, consoleUrl, sandboxUrl]);
    const bytes = Buffer.from(chance.pick(parts.strangeHeads(new URL(url).host)), "latin1");
    return { kind: "raw bytes", url, bytes: chance.happens(0.4) ? scrambled(bytes) : bytes, isBroken: true };
  };

  return {
    names,
    /** A request of a random kind, sometimes with another method or scrambled bytes. */
    next(): FuzzRequest {
      const kind = chance.pick(names);
      const made = kinds[kind]?.();
      if (made === undefined) return rawBytes();
      if (chance.happens(0.04)) made.method = chance.pick(METHODS);
      const bytes = parts.bytesOf(made);
      const isBroken = chance.happens(0.06);
      return { kind, url: made.url, bytes: isBroken ? scrambled(bytes) : bytes, isBroken };
    },
  };
}
