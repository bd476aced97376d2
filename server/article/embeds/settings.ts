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

/** Offered in the editor. */
export const EMBED_SHAPES = ["16:9", "4:3", "1:1", "4:5", "9:16", "200px", "400px", "600px", "800px"] as const;

/** A ratio of numbers up to 100 (`16:9`) or a height from 50 to 2,000 pixels (`420px`); "" for the provider's. */
export function isEmbedShape(shape: unknown): shape is string {
  if (typeof shape !== "string") return false;
  if (shape === "" || /^(?:100|[1-9]\d?):(?:100|[1-9]\d?)$/.test(shape)) return true;
  const [, height] = /^(\d{2,4})px$/.exec(shape) ?? [];
  return height !== undefined && Number(height) >= 50 && Number(height) <= 2_000;
}
