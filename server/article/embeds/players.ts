/** URLs of video and audio. */
import { addressIn, type Frame, matching, secondsOf, segmentsOf, withParameters } from "./frames.ts";

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_LIST = /^[\w-]{10,64}$/;

/** A video, short, live stream or playlist, with its start. */
export function youtubeFrame(url: URL): Frame | null {
  const [first, second] = segmentsOf(url);
  const { searchParams: asked, hostname } = url;
  const id = matching(
    hostname === "youtu.be" ? first : ["shorts", "live", "embed", "v"].includes(first ?? "") ? second : asked.get("v"),
    YOUTUBE_ID,
  );
  const list = matching(asked.get("list"), YOUTUBE_LIST);
  const start = secondsOf(asked.get("start") ?? asked.get("t"));
  const page = "https://www.youtube.com";
  const frames = "https://www.youtube-nocookie.com/embed";
  if (id === null)
    return list === null
      ? null
      : {
          address: withParameters(`${page}/playlist`, { list }),
          frame: withParameters(`${frames}/videoseries`, { list }),
        };
  const isShort = first === "shorts";
  return {
    address: isShort
      ? `${page}/shorts/${id}`
      : withParameters(`${page}/watch`, { v: id, list, t: start === null ? null : `${start}s` }),
    frame: withParameters(`${frames}/${id}`, { list: isShort ? null : list, start }),
    ...(isShort ? { shape: "9:16" } : {}),
  };
}

/** The hash of an unlisted video is a second segment, or `h`. */
export function vimeoFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  const at = segments.findIndex((segment) => /^\d{5,12}$/.test(segment));
  const isFilm = at === 0 || ["video", "videos"].includes(segments[at - 1] ?? "") || segments[0] === "channels";
  const id = segments[at];
  if (id === undefined || !isFilm) return null;
  const hash = matching(segments[at + 1] ?? url.searchParams.get("h"), /^[0-9a-f]{6,20}$/i);
  const start = secondsOf(/^#t=(\w+)$/.exec(url.hash)?.[1]);
  const place = start === null ? "" : `#t=${start}s`;
  return {
    address: `https://vimeo.com/${id}${hash === null ? "" : `/${hash}`}${place}`,
    frame: `${withParameters(`https://player.vimeo.com/video/${id}`, { h: hash, dnt: "1" })}${place}`,
  };
}

/** `video-123_456`, also in the parameter `z`, and the embed code's `video_ext.php`. */
export function vkFrame(url: URL): Frame | null {
  const { searchParams: asked, pathname } = url;
  const named =
    /(?:^|\/)(?:video|clip)(-?\d{1,12})_(\d{1,12})/.exec(pathname) ??
    /^(?:video|clip)(-?\d{1,12})_(\d{1,12})/.exec(asked.get("z") ?? "");
  const isCode = pathname === "/video_ext.php";
  const owner = matching(isCode ? asked.get("oid") : named?.[1], /^-?\d{1,12}$/);
  const id = matching(isCode ? asked.get("id") : named?.[2], /^\d{1,12}$/);
  if (owner === null || id === null) return null;
  const hash = isCode ? matching(asked.get("hash"), /^[0-9a-f]{6,40}$/i) : null;
  const frame = withParameters("https://vkvideo.ru/video_ext.php", { oid: owner, id, hash });
  const address = hash === null ? `https://vkvideo.ru/video${owner}_${id}` : frame;
  return { address, frame, ...(pathname.includes("/clip") ? { shape: "9:16" } : {}) };
}

/** An unlisted video has its key in `p`. */
export function rutubeFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  const id = segments.find((segment) => /^[0-9a-f]{32}$/.test(segment));
  if (id === undefined || !["video", "play", "shorts"].includes(segments[0] ?? "")) return null;
  const key = matching(url.searchParams.get("p"), /^[\w-]{4,64}$/);
  const isShort = segments[0] === "shorts";
  const isPrivate = segments.includes("private") || key !== null;
  return {
    address: withParameters(`https://rutube.ru/${isShort ? "shorts" : isPrivate ? "video/private" : "video"}/${id}/`, {
      p: key,
    }),
    frame: withParameters(`https://rutube.ru/play/embed/${id}/`, { p: key }),
    ...(isShort ? { shape: "9:16" } : {}),
  };
}

const SOUND_NAME = /^[\w-]{1,120}$/;
const NO_MUSICIAN: ReadonlySet<string> = new Set([
  "discover",
  "search",
  "stream",
  "you",
  "upload",
  "settings",
  "pages",
  "charts",
]);

/** A track, a set, or the URL inside a player URL. */
export function soundcloudFrame(url: URL): Frame | null {
  if (url.hostname === "w.soundcloud.com") {
    const played = addressIn(url, "url");
    if (played === null) return null;
    if (played.hostname !== "api.soundcloud.com")
      return /^(?:www\.|m\.)?soundcloud\.com$/.test(played.hostname) ? soundcloudFrame(played) : null;
    const [, kind, id] =
      /^\/(tracks|playlists)\/(?:soundcloud(?::|%3A)\w+(?::|%3A))?(\d{1,15})$/i.exec(played.pathname) ?? [];
    if (kind === undefined || id === undefined) return null;
    const secret = matching(played.searchParams.get("secret_token"), /^s-\w{4,20}$/);
    const sound = withParameters(`https://api.soundcloud.com/${kind}/${id}`, { secret_token: secret });
    return soundFrame(withParameters("https://w.soundcloud.com/player/", { url: sound }), sound, kind === "playlists");
  }
  const segments = segmentsOf(url);
  const [musician, second] = segments;
  const isNamed = segments.length >= 2 && segments.length <= 4 && segments.every((segment) => SOUND_NAME.test(segment));
  if (!isNamed || musician === undefined || NO_MUSICIAN.has(musician)) return null;
  const page = `https://soundcloud.com/${segments.join("/")}`;
  return soundFrame(page, page, second === "sets");
}

function soundFrame(address: string, sound: string, isList: boolean): Frame {
  return {
    address,
    frame: withParameters("https://w.soundcloud.com/player/", { url: sound }),
    ...(isList ? { shape: "450px" } : {}),
  };
}

const SPOTIFY = ["track", "episode", "album", "playlist", "artist", "show"];

export function spotifyFrame(url: URL): Frame | null {
  const segments = segmentsOf(url).filter((segment) => segment !== "embed" && !/^intl-[a-z-]{2,10}$/.test(segment));
  const [kind, id] = segments;
  if (kind === undefined || !SPOTIFY.includes(kind) || matching(id, /^[A-Za-z0-9]{22}$/) === null) return null;
  return {
    address: `https://open.spotify.com/${kind}/${id}`,
    frame: `https://open.spotify.com/embed/${kind}/${id}`,
    ...(kind === "track" || kind === "episode" ? { shape: "152px" } : {}),
  };
}

const DAILYMOTION_ID = /^x?[A-Za-z0-9]{4,20}$/;

/** A page, the short URL `dai.ly`, and both player URLs. */
export function dailymotionFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  const isShort = url.hostname === "dai.ly";
  const isPlayer = url.hostname === "geo.dailymotion.com";
  const id = matching(
    isPlayer ? url.searchParams.get("video") : isShort ? segments[0] : segments[segments.indexOf("video") + 1],
    DAILYMOTION_ID,
  );
  if (id === null || !(isPlayer || isShort || segments.includes("video"))) return null;
  const start = secondsOf(url.searchParams.get("start") ?? url.searchParams.get("startTime"));
  return {
    address: withParameters(`https://www.dailymotion.com/video/${id}`, { start }),
    frame: withParameters("https://geo.dailymotion.com/player.html", { video: id, startTime: start }),
  };
}

/** A talk, perhaps with a subtitle language. */
export function tedFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  if (segments.shift() !== "talks") return null;
  const named = segments[0] === "lang" ? segments.splice(0, 2)[1] : url.searchParams.get("language");
  const language = matching(named, /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i);
  const talk = matching(segments[0], /^[a-z0-9_]{3,200}$/i);
  if (talk === null) return null;
  return {
    address: withParameters(`https://www.ted.com/talks/${talk}`, { language }),
    frame: `https://embed.ted.com/talks/${language === null ? "" : `lang/${language}/`}${talk}`,
  };
}

/** A show, or the episode in `i`. */
export function applePodcastsFrame(url: URL): Frame | null {
  const segments = segmentsOf(url);
  const country = matching(segments[0], /^[a-z]{2}$/);
  const id = matching(segments.at(-1), /^id\d{4,15}$/);
  if (segments[country === null ? 0 : 1] !== "podcast" || id === null) return null;
  const episode = matching(url.searchParams.get("i"), /^\d{6,20}$/);
  const path = `${country ?? "us"}/podcast/${id}`;
  return {
    address: withParameters(`https://podcasts.apple.com/${path}`, { i: episode }),
    frame: withParameters(`https://embed.podcasts.apple.com/${path}`, { i: episode }),
    ...(episode === null ? {} : { shape: "175px" }),
  };
}
