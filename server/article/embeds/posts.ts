/** Providers of posts. A post's height is unknown without the provider's script. */
import {
  framesByPattern,
  matching,
  type Provider,
  placeOf,
  STATIC_FRAME,
  urlParameter,
  VIDEO_FRAME,
  withParameters,
} from "./frames.ts";

const POST = { ...STATIC_FRAME, isPost: true } as const;
const FACEBOOK = "https://www.facebook.com";
const TIKTOK_FRAME = "https://www.tiktok.com/player/v1";

/** `/@author/123`; the author may belong to another instance. */
export const mastodonFrame = framesByPattern([
  /^([^/]+\/@\w[\w.-]{0,60}(?:@[a-z0-9.-]{3,200})?\/\d{5,25})\/(?:$|embed\/)/i,
  "https://$1",
  "https://$1/embed",
]);

export const POSTS: readonly Provider[] = [
  {
    ...POST,
    id: "telegram",
    name: "Telegram",
    hosts: ["t.me", "telegram.me"],
    read: framesByPattern([
      /^[^/]+\/(?:s\/)?([A-Za-z]\w{3,31})\/(\d{1,12})\//,
      "https://t.me/$1/$2",
      "https://t.me/$1/$2?embed=1",
    ]),
    shape: "400px",
  },
  {
    ...POST,
    id: "x",
    name: "X",
    hosts: ["x.com", "mobile.x.com", "twitter.com", "mobile.twitter.com", "platform.twitter.com"],
    read(url) {
      const isFrame = url.hostname === "platform.twitter.com";
      const [, author = "", status] = /\/([^/]+)\/status(?:es)?\/([^/]+)\//.exec(placeOf(url)) ?? [];
      const id = matching(isFrame ? url.searchParams.get("id") : status, /^\d{1,20}$/);
      if (id === null) return null;
      return {
        address: `https://x.com/${/^(?!web$)\w{1,20}$/.test(author) ? author : "i"}/status/${id}`,
        frame: withParameters("https://platform.twitter.com/embed/Tweet.html", { id, dnt: "true" }),
      };
    },
    shape: "600px",
  },
  {
    ...POST,
    id: "instagram",
    name: "Instagram",
    hosts: ["instagram.com"],
    read: framesByPattern(
      ...(["p", "reel"] as const).map((kind): [RegExp, string, string] => [
        kind === "p" ? /^[^/]+\/(?:[^/]+\/)?p\/([\w-]{5,40})\// : /^[^/]+\/(?:[^/]+\/)?(?:reels?|tv)\/([\w-]{5,40})\//,
        `https://www.instagram.com/${kind}/$1/`,
        `https://www.instagram.com/${kind}/$1/embed/`,
      ]),
    ),
    shape: "720px",
  },
  {
    ...POST,
    id: "facebook",
    name: "Facebook",
    hosts: ["facebook.com", "m.facebook.com"],
    /** A post or a video; its URL is a parameter of the frame. */
    read(url) {
      const isFrame = (at: URL) => at.pathname.startsWith("/plugins/");
      const page = isFrame(url) ? urlParameter(url, "href") : url;
      if (page === null || isFrame(page) || !/^(?:(?:www|m)\.)?facebook\.com$/.test(page.hostname)) return null;
      const film = facebookFilm(page);
      const address = film ?? facebookPost(page);
      if (address === null) return null;
      if (film === null)
        return { address, frame: withParameters(`${FACEBOOK}/plugins/post.php`, { href: address, show_text: "true" }) };
      const shape = film.startsWith(`${FACEBOOK}/reel/`) ? "9:16" : "16:9";
      return { address, frame: withParameters(`${FACEBOOK}/plugins/video.php`, { href: address }), shape };
    },
    shape: "600px",
  },
  {
    ...VIDEO_FRAME,
    id: "tiktok",
    name: "TikTok",
    hosts: ["tiktok.com", "m.tiktok.com"],
    read: framesByPattern(
      [
        /^[^/]+\/(@[\w.]{1,40})\/(?:video|photo|v1|v2|embed)\/(\d{10,25})\/$/,
        "https://www.tiktok.com/$1/video/$2",
        `${TIKTOK_FRAME}/$2`,
      ],
      [/\/(?:video|photo|v1|v2|embed)\/(\d{10,25})\/$/, "https://www.tiktok.com/embed/v2/$1", `${TIKTOK_FRAME}/$1`],
    ),
    shape: "9:16",
    play: { autoplay: "1" },
  },
  {
    ...POST,
    id: "bluesky",
    name: "Bluesky",
    hosts: ["bsky.app", "embed.bsky.app"],
    /** By handle or DID. */
    read: framesByPattern([
      /^[^/]+\/(?:profile|embed)\/(did:(?:plc:[a-z2-7]{24}|web:[a-z0-9.-]{3,200})|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})\/(?:post|app\.bsky\.feed\.post)\/([\w.~-]{1,64})\//i,
      "https://bsky.app/profile/$1/post/$2",
      "https://embed.bsky.app/embed/$1/app.bsky.feed.post/$2",
    ]),
    shape: "500px",
  },
  {
    // The developers' own instances. A project may allow others, like any host.
    ...POST,
    id: "mastodon",
    name: "Mastodon",
    hosts: ["mastodon.social", "mastodon.online"],
    read: mastodonFrame,
    shape: "500px",
  },
  {
    ...POST,
    id: "reddit",
    name: "Reddit",
    hosts: ["reddit.com", "old.reddit.com", "new.reddit.com", "embed.reddit.com"],
    read(url) {
      const [, post, title, comment = ""] =
        /^[^/]+\/((?:r|user)\/\w[\w-]{1,30}\/comments\/[a-z0-9]{4,12}\/)(?:([^/]+)\/)?([a-z0-9]{4,12}\/)?/i.exec(
          placeOf(url),
        ) ?? [];
      if (post === undefined) return null;
      const path = post + (title === undefined ? "" : `${matching(title, /^[\w-]{1,120}$/) ?? "comment"}/`) + comment;
      return { address: `https://www.reddit.com/${path}`, frame: `https://embed.reddit.com/${path}?embed=true` };
    },
    shape: "500px",
  },
];

function facebookFilm(url: URL): string | null {
  const watched = matching(url.searchParams.get("v"), /^\d{1,25}$/);
  if (/^[^/]+\/watch\//.test(placeOf(url))) return watched && `${FACEBOOK}/watch/?v=${watched}`;
  const [, reel] = /^[^/]+\/reel\/(?:[^/]+\/)*?(\d{1,25})\/$/.exec(placeOf(url)) ?? [];
  if (reel !== undefined) return `${FACEBOOK}/reel/${reel}/`;
  const [, name, id] = /^[^/]+\/([\w.-]{1,100})\/videos\/(?:[^/]+\/)*?(\d{1,25})\/$/.exec(placeOf(url)) ?? [];
  return name === undefined ? null : `${FACEBOOK}/${name}/videos/${id}/`;
}

function facebookPost(url: URL): string | null {
  const { searchParams: query } = url;
  const [, page = "", path] =
    /^[^/]+\/(?:(permalink|story|photo)(?:\.php)?\/|([\w.-]{1,100}\/(?:posts|photos)(?:\/[\w.-]{1,100}){1,3})\/$)/.exec(
      placeOf(url),
    ) ?? [];
  if (path !== undefined) return `${FACEBOOK}/${path}`;
  if (page === "photo") {
    const fbid = matching(query.get("fbid"), /^\d{1,25}$/);
    return fbid && withParameters(`${FACEBOOK}/photo.php`, { fbid });
  }
  const story_fbid = matching(query.get("story_fbid"), /^\w{1,100}$/);
  const id = matching(query.get("id"), /^\d{1,25}$/);
  if (page === "" || story_fbid === null || id === null) return null;
  return withParameters(`${FACEBOOK}/permalink.php`, { story_fbid, id });
}
