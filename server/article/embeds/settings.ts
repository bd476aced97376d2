/** What a project says of its embeds. */

/** Own hosts of one project. */
export const MAX_EMBED_HOSTS = 100;

/** on_click: the page asks nobody before a reader clicks. at_once: the frame loads with the page. */
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
