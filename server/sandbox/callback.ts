/** What the service sends to a site and what the site answers (contract 6). */

/** Contract 6.1, 6.2. */
export interface Callback {
  event: string;
  material_id: string;
  content_url: string;
  metadata: Record<string, unknown>;
  /** The font tree, in a `site_fonts_updated`. */
  fonts?: unknown;
}

/** Contract 6.3. */
export interface Answer {
  rc: 0 | 1;
  rm: string;
  data?: Record<string, unknown>;
}
