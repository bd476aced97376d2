/** oEmbed 1.0: the endpoint of each provider, and the hosts of its pictures. */

interface Endpoint {
  /** Without a host: of the embed's own host. */
  url: string;
  /** Domains of its stills. None: the picture is of a person or a cover, which the player shows itself. */
  pictures: readonly string[];
}

/** By `id` in article/embeds/providers.ts. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  youtube: { url: "https://www.youtube.com/oembed", pictures: ["ytimg.com"] },
  vimeo: { url: "https://vimeo.com/api/oembed.json", pictures: ["vimeocdn.com"] },
  rutube: { url: "https://rutube.ru/api/oembed/", pictures: ["rutube.ru", "rtbcdn.ru"] },
  dailymotion: { url: "https://www.dailymotion.com/services/oembed", pictures: ["dmcdn.net"] },
  ted: { url: "https://www.ted.com/services/v1/oembed.json", pictures: ["ted.com", "tedcdn.com"] },
  tiktok: {
    url: "https://www.tiktok.com/oembed",
    pictures: ["tiktokcdn.com", "tiktokcdn-us.com", "tiktokcdn-eu.com"],
  },
  datawrapper: { url: "https://api.datawrapper.de/v3/oembed", pictures: ["dwcdn.net", "datawrapper.de"] },
  flourish: { url: "https://app.flourish.studio/api/v1/oembed", pictures: ["flourish.studio"] },
  soundcloud: { url: "https://soundcloud.com/oembed", pictures: [] },
  spotify: { url: "https://open.spotify.com/oembed", pictures: [] },
  bluesky: { url: "https://embed.bsky.app/oembed", pictures: [] },
  mastodon: { url: "/api/oembed", pictures: [] },
  reddit: { url: "https://www.reddit.com/oembed", pictures: [] },
  x: { url: "https://publish.twitter.com/oembed", pictures: [] },
};

/** Characters. */
const MAX_TITLE = 300;
/** Pixels; some providers choose the size of their still by it. */
const MAX_WIDTH = "1280";

export interface Question {
  url: URL;
  isPicture(url: URL): boolean;
}

/** Null for a provider without an endpoint. */
export function questionFor(provider: string, address: string): Question | null {
  const endpoint = Object.hasOwn(ENDPOINTS, provider) ? ENDPOINTS[provider] : undefined;
  if (endpoint === undefined) return null;
  const url = new URL(endpoint.url, address);
  url.search = new URLSearchParams({ format: "json", maxwidth: MAX_WIDTH, url: address }).toString();
  return { url, isPicture: (picture) => isSecure(picture) && isUnder(picture, endpoint.pictures) };
}

/** https on the default port. */
export function isSecure({ protocol, port }: URL): boolean {
  return protocol === "https:" && port === "";
}

function isUnder({ hostname }: URL, domains: readonly string[]): boolean {
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/** The title, or else the author of a post, and the URL of the still. */
export function readAnswer(json: unknown): { title: string; picture: URL | null } {
  const { title, author_name, thumbnail_url } = (typeof json === "object" && json !== null ? json : {}) as Record<
    string,
    unknown
  >;
  const [words = ""] = [title, author_name].filter((each): each is string => typeof each === "string" && each !== "");
  return {
    title: words.replace(/\s+/g, " ").trim().slice(0, MAX_TITLE).toWellFormed(),
    picture: typeof thumbnail_url === "string" ? URL.parse(thumbnail_url) : null,
  };
}
