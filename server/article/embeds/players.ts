import {
  type Frame,
  framesByPattern,
  matching,
  type Provider,
  placeOf,
  secondsOf,
  urlParameter,
  VIDEO_FRAME,
  withParameters,
} from "./frames.ts";

const PLAYS = { play: { autoplay: "1" } } as const;
const SOUND = { allow: ["autoplay", "encrypted-media"] } as const satisfies Partial<Provider>;
const UPRIGHT = { shape: "9:16" };
const SPOTIFY = ["https://open.spotify.com/$1/$2", "https://open.spotify.com/embed/$1/$2"] as const;

export const PLAYERS: readonly Provider[] = [
  {
    ...VIDEO_FRAME,
    ...PLAYS,
    id: "youtube",
    name: "YouTube",
    hosts: ["youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be", "youtube-nocookie.com"],
    /** A video, short, live stream or playlist, with its start. */
    read(url) {
      const { searchParams: query } = url;
      const [, kind, named] = /^(?:youtu\.be|[^/]+\/(shorts|live|embed|v))\/([^/]+)\//.exec(placeOf(url)) ?? [];
      // Two other pages have 11 letters, like an id: a playlist, and the current stream of a channel.
      const id = matching(named ?? query.get("v"), /^(?!videoseries$|live_stream$)[\w-]{11}$/);
      const list = matching(query.get("list"), /^[\w-]{10,64}$/);
      const start = secondsOf(query.get("start") ?? query.get("t"));
      const page = "https://www.youtube.com";
      const frames = "https://www.youtube-nocookie.com/embed";
      if (id !== null && kind === "shorts")
        return { address: `${page}/shorts/${id}`, frame: withParameters(`${frames}/${id}`, { start }), ...UPRIGHT };
      if (id !== null)
        return {
          address: withParameters(`${page}/watch`, { v: id, list, t: start && `${start}s` }),
          frame: withParameters(`${frames}/${id}`, { list, start }),
        };
      return list === null
        ? null
        : {
            address: withParameters(`${page}/playlist`, { list }),
            frame: withParameters(`${frames}/videoseries`, { list }),
          };
    },
  },
  {
    ...VIDEO_FRAME,
    ...PLAYS,
    id: "vimeo",
    name: "Vimeo",
    hosts: ["vimeo.com", "player.vimeo.com"],
    /** The hash of an unlisted video is a second segment, or `h`. */
    read(url) {
      const [, id, more] =
        /^[^/]+\/(?:(?:[^/]+\/)*videos?\/|channels\/(?:[^/]+\/)*?)?(\d{5,12})\/([^/]+)?/.exec(placeOf(url)) ?? [];
      if (id === undefined) return null;
      const h = matching(more ?? url.searchParams.get("h"), /^[0-9a-f]{6,20}$/i);
      const start = secondsOf(/^#t=(\w+)$/.exec(url.hash)?.[1]);
      const place = start === null ? "" : `#t=${start}s`;
      return {
        address: `https://vimeo.com/${id}${h === null ? "" : `/${h}`}${place}`,
        frame: `${withParameters(`https://player.vimeo.com/video/${id}`, { h, dnt: "1" })}${place}`,
      };
    },
  },
  {
    ...VIDEO_FRAME,
    ...PLAYS,
    id: "vk",
    name: "VK Video",
    hosts: ["vk.com", "m.vk.com", "vk.ru", "vkvideo.ru", "m.vkvideo.ru"],
    /** `video-123_456`, also in the parameter `z`, and the embed code's `video_ext.php`. */
    read({ searchParams: query, pathname }) {
      const isCode = pathname === "/video_ext.php";
      const [, oid, id] =
        (isCode
          ? /^(-?\d{1,12})_(\d{1,12})$/.exec(`${query.get("oid")}_${query.get("id")}`)
          : /\/(?:video|clip)(-?\d{1,12})_(\d{1,12})/.exec(`${pathname} /${query.get("z")}`)) ?? [];
      if (oid === undefined || id === undefined) return null;
      const hash = isCode ? matching(query.get("hash"), /^[0-9a-f]{6,40}$/i) : null;
      const frame = withParameters("https://vkvideo.ru/video_ext.php", { oid, id, hash });
      const address = hash === null ? `https://vkvideo.ru/video${oid}_${id}` : frame;
      return { address, frame, ...(pathname.includes("/clip") && UPRIGHT) };
    },
  },
  {
    ...VIDEO_FRAME,
    id: "rutube",
    name: "RUTUBE",
    hosts: ["rutube.ru"],
    /** An unlisted video has its key in `p`. */
    read(url) {
      const [place, kind, id] = /^[^/]+\/(video|play|shorts)\/(?:[^/]+\/)*?([0-9a-f]{32})\//.exec(placeOf(url)) ?? [];
      if (place === undefined) return null;
      const p = matching(url.searchParams.get("p"), /^[\w-]{4,64}$/);
      const isPrivate = place.includes("/private/") || p !== null;
      const path = kind === "shorts" ? kind : isPrivate ? "video/private" : "video";
      return {
        address: withParameters(`https://rutube.ru/${path}/${id}/`, { p }),
        frame: withParameters(`https://rutube.ru/play/embed/${id}/`, { p }),
        ...(kind === "shorts" && UPRIGHT),
      };
    },
  },
  {
    ...SOUND,
    id: "soundcloud",
    name: "SoundCloud",
    hosts: ["soundcloud.com", "m.soundcloud.com", "w.soundcloud.com"],
    read: soundcloudFrame,
    shape: "166px",
    play: { auto_play: "true" },
  },
  {
    ...SOUND,
    id: "spotify",
    name: "Spotify",
    hosts: ["open.spotify.com"],
    read: framesByPattern(
      [/^[^/]+\/(?:embed\/|intl-[a-z-]{2,10}\/)*(track|episode)\/([A-Za-z0-9]{22})\//, ...SPOTIFY, "152px"],
      [/^[^/]+\/(?:embed\/|intl-[a-z-]{2,10}\/)*(album|playlist|artist|show)\/([A-Za-z0-9]{22})\//, ...SPOTIFY],
    ),
    shape: "352px",
  },
  {
    ...VIDEO_FRAME,
    id: "dailymotion",
    name: "Dailymotion",
    hosts: ["dailymotion.com", "geo.dailymotion.com", "dai.ly"],
    /** A page, the short URL `dai.ly`, and both player URLs. */
    read(url) {
      const { searchParams: query } = url;
      const [, named] = /^(?:dai\.ly|[^/]+\/(?:[^/]+\/)*?video)\/([^/]+)\//.exec(placeOf(url)) ?? [];
      const id = url.hostname === "geo.dailymotion.com" ? query.get("video") : named;
      const video = matching(id, /^x?[A-Za-z0-9]{4,20}$/);
      if (video === null) return null;
      const start = secondsOf(query.get("start") ?? query.get("startTime"));
      return {
        address: withParameters(`https://www.dailymotion.com/video/${video}`, { start }),
        frame: withParameters("https://geo.dailymotion.com/player.html", { video, startTime: start }),
      };
    },
  },
  {
    ...VIDEO_FRAME,
    id: "ted",
    name: "TED",
    hosts: ["ted.com", "embed.ted.com"],
    read(url) {
      const [, named, talk] =
        /^[^/]+\/talks\/(?:lang\/([^/]+)\/)?(?!lang\/)([a-z0-9_]{3,200})\//i.exec(placeOf(url)) ?? [];
      if (talk === undefined) return null;
      const language = matching(named ?? url.searchParams.get("language"), /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i);
      return {
        address: withParameters(`https://www.ted.com/talks/${talk}`, { language }),
        frame: `https://embed.ted.com/talks/${language === null ? "" : `lang/${language}/`}${talk}`,
      };
    },
  },
  {
    ...SOUND,
    id: "apple-podcasts",
    name: "Apple Podcasts",
    hosts: ["podcasts.apple.com", "embed.podcasts.apple.com"],
    /** A show, or the episode in `i`. */
    read(url) {
      const [, country = "us", id] =
        /^[^/]+\/(?:([a-z]{2})\/)?podcast\/(?:[^/]+\/)*?(id\d{4,15})\/$/.exec(placeOf(url)) ?? [];
      if (id === undefined) return null;
      const i = matching(url.searchParams.get("i"), /^\d{6,20}$/);
      const path = `${country}/podcast/${id}`;
      return {
        address: withParameters(`https://podcasts.apple.com/${path}`, { i }),
        frame: withParameters(`https://embed.podcasts.apple.com/${path}`, { i }),
        ...(i !== null && { shape: "175px" }),
      };
    },
    shape: "450px",
  },
  {
    // The URL of its player must name the site around the frame, which Galley does not know.
    ...VIDEO_FRAME,
    id: "twitch",
    name: "Twitch",
    hosts: ["twitch.tv", "m.twitch.tv", "clips.twitch.tv", "player.twitch.tv"],
    read: () => null,
    refusal: "named_sites",
  },
];

const PLAYER = "https://w.soundcloud.com/player/";
const NO_MUSICIAN = /^(?:discover|search|stream|you|upload|settings|pages|charts)$/;

/** A track, a set, or the URL inside a player URL. */
function soundcloudFrame(url: URL): Frame | null {
  if (url.hostname !== "w.soundcloud.com") {
    const [, path = "", musician = "", second] =
      /^[^/]+\/(([\w-]{1,120})\/([\w-]{1,120})(?:\/[\w-]{1,120}){0,2})\/$/.exec(placeOf(url)) ?? [];
    if (path === "" || NO_MUSICIAN.test(musician)) return null;
    const page = `https://soundcloud.com/${path}`;
    return { address: page, ...soundFrame(page, second === "sets") };
  }
  const played = urlParameter(url, "url");
  if (played === null) return null;
  if (/^(?:www\.|m\.)?soundcloud\.com$/.test(played.hostname)) return soundcloudFrame(played);
  const [, kind, id] =
    /^api\.soundcloud\.com\/(tracks|playlists)\/(?:soundcloud:\w+:)?(\d{1,15})\/$/i.exec(placeOf(played)) ?? [];
  if (kind === undefined) return null;
  const secret = matching(played.searchParams.get("secret_token"), /^s-\w{4,20}$/);
  const sound = withParameters(`https://api.soundcloud.com/${kind}/${id}`, { secret_token: secret });
  return { address: withParameters(PLAYER, { url: sound }), ...soundFrame(sound, kind === "playlists") };
}

function soundFrame(sound: string, isList: boolean): Omit<Frame, "address"> {
  return { frame: withParameters(PLAYER, { url: sound }), ...(isList && { shape: "450px" }) };
}
