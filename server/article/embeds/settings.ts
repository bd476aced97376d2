/** What a project says of its embeds. */
import { isEmbedShape } from "./shapes.ts";

/** Own hosts of one project. */
export const MAX_EMBED_HOSTS = 100;

/** on_click: the frame loads once a reader clicks. at_once: it loads with the page. */
export const EMBED_LOADING = ["on_click", "at_once"] as const;

/** A host that the admin of a project allows frames of. */
export interface EmbedHost {
  /** In lower case, with its port where it is not 443: `charts.example.org`. */
  host: string;
  /** What the path begins with, in whole segments: `/embed`; "" for every path. */
  path: string;
  /** The shape of its frames; "" for 16:9. */
  shape: string;
}

export interface EmbedSettings {
  loading: (typeof EMBED_LOADING)[number];
  hosts: readonly EmbedHost[];
}

export const DEFAULT_EMBEDS: EmbedSettings = { loading: "on_click", hosts: [] };

/** Longest text of an own host. */
export const MAX_EMBED_HOST_LENGTH = 300;

/**
 * An own host as an admin writes it: `charts.example.org`, `charts.example.org/embed`, each with a shape after it perhaps, as in
 * `charts.example.org/embed 420px`.
 * @returns null where it is none
 */
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

/** @param hosts as an admin wrote them; one that cannot be read allows nothing */
export function embedSettings(loading: EmbedSettings["loading"], hosts: readonly string[]): EmbedSettings {
  return { loading, hosts: hosts.map(parseEmbedHost).filter((host) => host !== null) };
}
