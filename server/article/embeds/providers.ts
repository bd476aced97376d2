/** The providers whose frames need no permission of the admin. */
import type { Frame, FrameFeature } from "./frames.ts";
import {
  datawrapperFrame,
  flourishFrame,
  googleMapFrame,
  openStreetMapFrame,
  yandexMapFrame,
} from "./maps-and-charts.ts";
import {
  applePodcastsFrame,
  dailymotionFrame,
  rutubeFrame,
  soundcloudFrame,
  spotifyFrame,
  tedFrame,
  vimeoFrame,
  vkFrame,
  youtubeFrame,
} from "./players.ts";
import {
  blueskyFrame,
  facebookFrame,
  instagramFrame,
  mastodonFrame,
  redditFrame,
  telegramFrame,
  tiktokFrame,
  xFrame,
} from "./posts.ts";

export interface Provider {
  id: string;
  name: string;
  /** `host` is in lower case, without `www.` */
  isHost(host: string): boolean;
  /** Null for a page without a frame. */
  read(url: URL): Frame | null;
  shape: string;
  allow: readonly FrameFeature[];
  /** Default: no_frame. */
  refusal?: "no_frame" | "named_sites";
  play?: Readonly<Record<string, string>>;
  isPost?: boolean;
}

const oneOf =
  (...hosts: readonly string[]) =>
  (host: string) =>
    hosts.includes(host);

const FILM = {
  shape: "16:9",
  allow: ["autoplay", "fullscreen", "encrypted-media", "picture-in-picture"],
} as const satisfies Partial<Provider>;
const PLAYS = { play: { autoplay: "1" } } as const;
const SOUND = { allow: ["autoplay", "encrypted-media"] } as const satisfies Partial<Provider>;
const STILL = { allow: ["fullscreen"] } as const satisfies Partial<Provider>;
const MAP = { ...STILL, shape: "4:3" } as const;
const POST = { ...STILL, isPost: true } as const;

export const PROVIDERS: readonly Provider[] = [
  {
    ...FILM,
    ...PLAYS,
    id: "youtube",
    name: "YouTube",
    isHost: oneOf("youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be", "youtube-nocookie.com"),
    read: youtubeFrame,
  },
  { ...FILM, ...PLAYS, id: "vimeo", name: "Vimeo", isHost: oneOf("vimeo.com", "player.vimeo.com"), read: vimeoFrame },
  {
    ...FILM,
    ...PLAYS,
    id: "vk",
    name: "VK Video",
    isHost: oneOf("vk.com", "m.vk.com", "vk.ru", "vkvideo.ru", "m.vkvideo.ru"),
    read: vkFrame,
  },
  { ...FILM, id: "rutube", name: "RUTUBE", isHost: oneOf("rutube.ru"), read: rutubeFrame },
  {
    ...SOUND,
    id: "soundcloud",
    name: "SoundCloud",
    isHost: oneOf("soundcloud.com", "m.soundcloud.com", "w.soundcloud.com"),
    read: soundcloudFrame,
    shape: "166px",
    play: { auto_play: "true" },
  },
  { ...SOUND, id: "spotify", name: "Spotify", isHost: oneOf("open.spotify.com"), read: spotifyFrame, shape: "352px" },
  {
    ...STILL,
    id: "datawrapper",
    name: "Datawrapper",
    isHost: oneOf("datawrapper.dwcdn.net", "datawrapper.de"),
    read: datawrapperFrame,
    shape: "400px",
  },
  {
    ...STILL,
    id: "flourish",
    name: "Flourish",
    isHost: oneOf("flo.uri.sh", "public.flourish.studio"),
    read: flourishFrame,
    shape: "600px",
  },
  {
    ...MAP,
    id: "google-maps",
    name: "Google Maps",
    isHost: (host) => /^(?:maps\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/.test(host),
    read: googleMapFrame,
  },
  { ...MAP, id: "openstreetmap", name: "OpenStreetMap", isHost: oneOf("openstreetmap.org"), read: openStreetMapFrame },
  {
    ...POST,
    id: "telegram",
    name: "Telegram",
    isHost: oneOf("t.me", "telegram.me"),
    read: telegramFrame,
    shape: "400px",
  },
  {
    ...POST,
    id: "x",
    name: "X",
    isHost: oneOf("x.com", "mobile.x.com", "twitter.com", "mobile.twitter.com", "platform.twitter.com"),
    read: xFrame,
    shape: "600px",
  },
  { ...POST, id: "instagram", name: "Instagram", isHost: oneOf("instagram.com"), read: instagramFrame, shape: "720px" },
  {
    ...POST,
    id: "facebook",
    name: "Facebook",
    isHost: oneOf("facebook.com", "m.facebook.com"),
    read: facebookFrame,
    shape: "600px",
  },
  {
    ...FILM,
    ...PLAYS,
    id: "tiktok",
    name: "TikTok",
    isHost: oneOf("tiktok.com", "m.tiktok.com"),
    read: tiktokFrame,
    shape: "9:16",
  },
  {
    ...FILM,
    id: "dailymotion",
    name: "Dailymotion",
    isHost: oneOf("dailymotion.com", "geo.dailymotion.com", "dai.ly"),
    read: dailymotionFrame,
  },
  { ...FILM, id: "ted", name: "TED", isHost: oneOf("ted.com", "embed.ted.com"), read: tedFrame },
  {
    ...SOUND,
    id: "apple-podcasts",
    name: "Apple Podcasts",
    isHost: oneOf("podcasts.apple.com", "embed.podcasts.apple.com"),
    read: applePodcastsFrame,
    shape: "450px",
  },
  {
    // The URL of its player must name the site around the frame, which Galley does not know.
    ...FILM,
    id: "twitch",
    name: "Twitch",
    isHost: oneOf("twitch.tv", "m.twitch.tv", "clips.twitch.tv", "player.twitch.tv"),
    read: () => null,
    refusal: "named_sites",
  },
  {
    ...MAP,
    id: "yandex-maps",
    name: "Yandex Maps",
    isHost: (host) => /^(?:maps\.)?yandex\.(?:ru|com|by|kz|uz|com\.tr)$/.test(host),
    read: yandexMapFrame,
  },
  {
    ...POST,
    id: "bluesky",
    name: "Bluesky",
    isHost: oneOf("bsky.app", "embed.bsky.app"),
    read: blueskyFrame,
    shape: "500px",
  },
  {
    // The instances of its makers. A project may allow others, as any host.
    ...POST,
    id: "mastodon",
    name: "Mastodon",
    isHost: oneOf("mastodon.social", "mastodon.online"),
    read: mastodonFrame,
    shape: "500px",
  },
  {
    ...POST,
    id: "reddit",
    name: "Reddit",
    isHost: oneOf("reddit.com", "old.reddit.com", "new.reddit.com", "embed.reddit.com"),
    read: redditFrame,
    shape: "500px",
  },
];
