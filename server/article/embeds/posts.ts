/** URLs of posts. A post's height is unknown without the provider's script. */
import { addressIn, type Frame, matching, segmentsOf, withParameters } from "./frames.ts";

/** A post of a public channel. */
export function telegramFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  const [channel, id] = segments[0] === "s" ? segments.slice(1) : segments;
  if (matching(channel, /^[A-Za-z]\w{3,31}$/) === null || matching(id, /^\d{1,12}$/) === null) return null;
  const address = `https://t.me/${channel}/${id}`;
  return { address, frame: `${address}?embed=1` };
}

export function xFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  const at = segments.findIndex((segment) => segment === "status" || segment === "statuses");
  const isFrame = url.hostname === "platform.twitter.com";
  const id = matching(isFrame ? url.searchParams.get("id") : at < 1 ? null : segments[at + 1], /^\d{1,20}$/);
  if (id === null) return null;
  const author = isFrame ? null : matching(segments[at - 1], /^\w{1,20}$/);
  return {
    address: `https://x.com/${author === null || author === "web" ? "i" : author}/status/${id}`,
    frame: withParameters("https://platform.twitter.com/embed/Tweet.html", { id, dnt: "true" }),
  };
}

export function instagramFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  const at = segments.findIndex((segment) => ["p", "reel", "reels", "tv"].includes(segment));
  const id = matching(at < 0 || at > 1 ? null : segments[at + 1], /^[\w-]{5,40}$/);
  if (id === null) return null;
  const address = `https://www.instagram.com/${segments[at] === "p" ? "p" : "reel"}/${id}/`;
  return { address, frame: `${address}embed/` };
}

/** A post or a video; its URL is a parameter of the frame. */
export function facebookFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  if (segments[0] === "plugins") {
    const shown = addressIn(url, "href");
    const isTheirs = shown !== null && /^(?:(?:www|m)\.)?facebook\.com$/.test(shown.hostname);
    return isTheirs && segmentsOf(shown)[0] !== "plugins" ? facebookFrame(shown) : null;
  }
  const film = facebookFilm(url, segments);
  const address = film ?? facebookPost(url, segments);
  if (address === null) return null;
  const frame = `https://www.facebook.com/plugins/${film === null ? "post" : "video"}.php`;
  return {
    address,
    frame: withParameters(frame, { href: address, ...(film === null ? { show_text: "true" } : {}) }),
    ...(film === null ? {} : { shape: segments[0] === "reel" ? "9:16" : "16:9" }),
  };
}

const FACEBOOK_NAME = /^[\w.-]{1,100}$/;
const FACEBOOK_NUMBER = /^\d{1,25}$/;

function facebookFilm(url: URL, segments: readonly string[]): string | null {
  const [first] = segments;
  if (first === "watch") {
    const id = matching(url.searchParams.get("v"), FACEBOOK_NUMBER);
    return id === null ? null : `https://www.facebook.com/watch/?v=${id}`;
  }
  const id = matching(segments.at(-1), FACEBOOK_NUMBER);
  if (id === null) return null;
  if (first === "reel") return `https://www.facebook.com/reel/${id}/`;
  const isFilm = segments[1] === "videos" && FACEBOOK_NAME.test(first ?? "");
  return isFilm ? `https://www.facebook.com/${first}/videos/${id}/` : null;
}

function facebookPost(url: URL, segments: readonly string[]): string | null {
  const { searchParams: asked } = url;
  const [first, second] = segments;
  if (first === "permalink.php" || first === "story.php") {
    const story = matching(asked.get("story_fbid"), /^\w{1,100}$/);
    const id = matching(asked.get("id"), FACEBOOK_NUMBER);
    if (story === null || id === null) return null;
    return withParameters("https://www.facebook.com/permalink.php", { story_fbid: story, id });
  }
  if (first === "photo" || first === "photo.php") {
    const fbid = matching(asked.get("fbid"), FACEBOOK_NUMBER);
    return fbid === null ? null : withParameters("https://www.facebook.com/photo.php", { fbid });
  }
  const isPost = (second === "posts" || second === "photos") && segments.length >= 3;
  return isPost && segments.length <= 5 && segments.every((segment) => FACEBOOK_NAME.test(segment))
    ? `https://www.facebook.com/${segments.join("/")}`
    : null;
}

export function tiktokFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  const id = matching(segments.at(-1), /^\d{10,25}$/);
  const isFilm = ["video", "photo", "v1", "v2", "embed"].includes(segments.at(-2) ?? "");
  if (id === null || !isFilm) return null;
  const author = matching(segments[0], /^@[\w.]{1,40}$/);
  return {
    address: author === null ? `https://www.tiktok.com/embed/v2/${id}` : `https://www.tiktok.com/${author}/video/${id}`,
    frame: `https://www.tiktok.com/player/v1/${id}`,
  };
}

const BLUESKY_AUTHOR =
  /^(?:did:(?:plc:[a-z2-7]{24}|web:[a-z0-9.-]{3,200})|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})$/i;

/** By handle or DID. */
export function blueskyFrame(url: URL): Frame | null {
  const segments = segmentsOf(url).map((segment) => segment.replaceAll(/%3a/gi, ":"));
  const [first, author, kind, key] = segments;
  const isPost = (first === "profile" && kind === "post") || (first === "embed" && kind === "app.bsky.feed.post");
  if (!isPost || matching(author, BLUESKY_AUTHOR) === null || matching(key, /^[\w.~-]{1,64}$/) === null) return null;
  return {
    address: `https://bsky.app/profile/${author}/post/${key}`,
    frame: `https://embed.bsky.app/embed/${author}/app.bsky.feed.post/${key}`,
  };
}

/** `/@author/123`; the author may be of another instance. */
export function mastodonFrame(url: URL): Frame | null {
  const [author, id, more] = segmentsOf(url);
  const isPost = more === undefined || more === "embed";
  if (!isPost || matching(author, /^@\w[\w.-]{0,60}(?:@[a-z0-9.-]{3,200})?$/i) === null) return null;
  if (matching(id, /^\d{5,25}$/) === null) return null;
  const address = `https://${url.host}/${author}/${id}`;
  return { address, frame: `${address}/embed` };
}

/** A post, or a comment on one. */
export function redditFrame(url: URL): Frame | null {
  const [kind, place, comments, id, title, comment] = segmentsOf(url);
  const isPost = (kind === "r" || kind === "user") && comments === "comments";
  if (!isPost || matching(place, /^\w[\w-]{1,30}$/) === null || matching(id, /^[a-z0-9]{4,12}$/i) === null) return null;
  const named = matching(title, /^[\w-]{1,120}$/) ?? "comment";
  const answer = matching(comment, /^[a-z0-9]{4,12}$/i);
  const path = `${kind}/${place}/comments/${id}/${title === undefined ? "" : `${named}/`}${answer === null ? "" : `${answer}/`}`;
  return { address: `https://www.reddit.com/${path}`, frame: `https://embed.reddit.com/${path}?embed=true` };
}
