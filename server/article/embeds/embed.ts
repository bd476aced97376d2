/**
 * Finds the embed for the URL of a page. The frame's URL is built from recognised parts. Only the project's own hosts are
 * framed at the URL of the page itself. address: the URL of the page. shape: the height of a frame, `16:9` or `420px`; ""
 * for the provider's.
 */
import type { Frame, FrameFeature, Provider } from "./frames.ts";
import { MAPS_AND_CHARTS } from "./maps-and-charts.ts";
import { PLAYERS } from "./players.ts";
import { mastodonFrame, POSTS } from "./posts.ts";
import type { EmbedHost } from "./settings.ts";

/** UTF-16 units. */
const MAX_EMBED_ADDRESS = 4_000;

export interface Embed extends Frame {
  /** `youtube`, or an own host. */
  provider: string;
  name: string;
  shape: string;
  allow: readonly FrameFeature[];
  /** Parameters that start playing, after a reader's click. */
  play: Readonly<Record<string, string>>;
  /** Narrower than the text. */
  isPost: boolean;
}

/**
 * Why a URL is not embedded. short_link: its target is unknown. no_frame: the provider has no frame for the page.
 * named_sites: the provider's frames must name the site that shows them. unknown_host: neither a provider nor an own host.
 */
export type EmbedRefusal = "not_an_address" | "not_secure" | "short_link" | "no_frame" | "named_sites" | "unknown_host";

export type ReadEmbed = { ok: true; embed: Embed } | { ok: false; reason: EmbedRefusal; host: string };

const SHORT_LINKS: ReadonlySet<string> = new Set([
  "vm.tiktok.com",
  "vt.tiktok.com",
  "maps.app.goo.gl",
  "goo.gl",
  "on.soundcloud.com",
  "spotify.link",
  "fb.watch",
  "redd.it",
  "t.co",
  "bit.ly",
]);

/** @param own the project's hosts */
export function readEmbed(address: string, own: readonly EmbedHost[]): ReadEmbed {
  const url = addressOf(address);
  if (url === null) return { ok: false, reason: "not_an_address", host: "" };
  const host = url.host.replace(/^www\./, "");
  const refused = (reason: EmbedRefusal): ReadEmbed => ({ ok: false, reason, host });
  if (SHORT_LINKS.has(host)) return refused("short_link");
  const isOwn = own.find((each) => isOfHost(url, each));
  const provider = providerAt(host);
  const frame = provider?.read(url);
  if (provider !== undefined && frame != null) {
    const { id, name, shape, allow, play = {}, isPost = false } = provider;
    return { ok: true, embed: { provider: id, name, shape, allow, play, isPost, ...frame } };
  }
  if (isOwn !== undefined && url.protocol === "https:") return { ok: true, embed: ownEmbed(url, isOwn) };
  if (provider !== undefined) return refused(provider.refusal ?? "no_frame");
  return refused(isOwn === undefined ? "unknown_host" : "not_secure");
}

/** Null if the URL is not embedded. */
export function embedOf(address: string, own: readonly EmbedHost[]): Embed | null {
  const read = readEmbed(address, own);
  return read.ok ? read.embed : null;
}

/** Parses a typed URL, with or without `https://`; null for other text and URLs with credentials. */
function addressOf(typed: string): URL | null {
  const text = typed.trim();
  if (text === "" || text.length > MAX_EMBED_ADDRESS || /\s/.test(text)) return null;
  const whole = text.startsWith("//")
    ? `https:${text}`
    : /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d+(?:[/?#]|$)/.test(text)
      ? text
      : `https://${text}`;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  const isPage = (url.protocol === "https:" || url.protocol === "http:") && url.hostname.includes(".");
  return isPage && url.username === "" && url.password === "" ? url : null;
}

function isOfHost(url: URL, { host, path }: EmbedHost): boolean {
  if (url.host !== host) return false;
  const prefix = path.replace(/\/$/, "");
  return prefix === "" || url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
}

/** Frames the URL itself; for a Mastodon post, its frame, because instances do not allow framing the page. */
function ownEmbed(url: URL, { host, shape }: EmbedHost): Embed {
  const post = mastodonFrame(url);
  return {
    provider: host,
    name: host,
    shape: shape !== "" ? shape : post === null ? "16:9" : "500px",
    allow: ["fullscreen"],
    play: {},
    isPost: post !== null,
    ...(post ?? { address: url.href, frame: url.href }),
  };
}

const PROVIDERS = [...PLAYERS, ...MAPS_AND_CHARTS, ...POSTS];

/** @param host in lower case, without `www.` */
function providerAt(host: string): Provider | undefined {
  return PROVIDERS.find(({ hosts }) => (hosts instanceof RegExp ? hosts.test(host) : hosts.includes(host)));
}
