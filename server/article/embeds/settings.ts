/** Embed settings of a project. */
import { isEmbedShape } from "./shapes.ts";

/** Per project. */
export const MAX_EMBED_HOSTS = 100;

/** on_click: the frame loads once a reader clicks. at_once: it loads with the page. */
export const EMBED_LOADING = ["on_click", "at_once"] as const;

/** A host whose frames the admin allows. */
export interface EmbedHost {
  /** In lower case, with a port other than 443. */
  host: string;
  /** Prefix of the path in whole segments: `/embed`; "" for every path. */
  path: string;
  /** "" for 16:9. */
  shape: string;
}

export interface EmbedSettings {
  loading: (typeof EMBED_LOADING)[number];
  hosts: readonly EmbedHost[];
}

export const DEFAULT_EMBEDS: EmbedSettings = { loading: "on_click", hosts: [] };

export const MAX_EMBED_HOST_LENGTH = 300;

/** An own host as typed: `charts.example.org`, `charts.example.org/embed 420px`; null if invalid. */
export function parseEmbedHost(text: string): EmbedHost | null {
  const [place = "", shape = "", ...more] = text.trim().split(/\s+/);
  const address = `https://${place.replace(/^https:\/\//i, "")}`;
  if (text.length > MAX_EMBED_HOST_LENGTH || more.length > 0 || !isEmbedShape(shape) || !URL.canParse(address))
    return null;
  const { host, hostname, pathname, username, password, search, hash } = new URL(address);
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(hostname) || [username, password, search, hash].some((part) => part !== ""))
    return null;
  return { host, path: pathname.replace(/\/+$/, ""), shape };
}

/** Invalid hosts are left out. */
export function embedSettings(loading: EmbedSettings["loading"], hosts: readonly string[]): EmbedSettings {
  return { loading, hosts: hosts.map(parseEmbedHost).filter((host) => host !== null) };
}
