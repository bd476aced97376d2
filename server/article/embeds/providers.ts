/** Who may be shown in a frame without anybody's permission: how their addresses look, and where their frames are. */
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
  /** @param host in lower case, without `www.` */
  isHost(host: string): boolean;
  /** null where a page has no frame. */
  read(url: URL): Frame | null;
  shape: string;
  allow: readonly FrameFeature[];
  /** Why an address without a frame has none; no_frame by default. */
  refusal?: "no_frame" | "named_sites";
  /** @see Embed */
  play?: Readonly<Record<string, string>>;
  isPost?: boolean;
}

const oneOf =
  (...hosts: readonly string[]) =>
  (host: string) =>
    hosts.includes(host);

const FILM: readonly FrameFeature[] = ["autoplay", "fullscreen", "encrypted-media", "picture-in-picture"];
const SOUND: readonly FrameFeature[] = ["autoplay", "encrypted-media"];
const STILL: readonly FrameFeature[] = ["fullscreen"];

export const PROVIDERS: readonly Provider[] = [
  {
    id: "youtube",
    name: "YouTube",
    isHost: oneOf("youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be", "youtube-nocookie.com"),
    read: youtubeFrame,
    shape: "16:9",
    allow: FILM,
    play: { autoplay: "1" },
  },
  {
    id: "vimeo",
    name: "Vimeo",
    isHost: oneOf("vimeo.com", "player.vimeo.com"),
    read: vimeoFrame,
    shape: "16:9",
    allow: FILM,
    play: { autoplay: "1" },
  },
  {
    id: "vk",
    name: "VK Video",
    isHost: oneOf("vk.com", "m.vk.com", "vk.ru", "vkvideo.ru", "m.vkvideo.ru"),
    read: vkFrame,
    shape: "16:9",
    allow: FILM,
    play: { autoplay: "1" },
  },
  {
    id: "rutube",
    name: "RUTUBE",
    isHost: oneOf("rutube.ru"),
    read: rutubeFrame,
    shape: "16:9",
    allow: FILM,
  },
  {
    id: "soundcloud",
    name: "SoundCloud",
    isHost: oneOf("soundcloud.com", "m.soundcloud.com", "w.soundcloud.com"),
    read: soundcloudFrame,
    shape: "166px",
    allow: SOUND,
    play: { auto_play: "true" },
  },
  {
    id: "spotify",
    name: "Spotify",
    isHost: oneOf("open.spotify.com"),
    read: spotifyFrame,
    shape: "352px",
    allow: SOUND,
  },
  {
    id: "datawrapper",
    name: "Datawrapper",
    isHost: oneOf("datawrapper.dwcdn.net", "datawrapper.de"),
    read: datawrapperFrame,
    shape: "400px",
    allow: STILL,
  },
  {
    id: "flourish",
    name: "Flourish",
    isHost: oneOf("flo.uri.sh", "public.flourish.studio"),
    read: flourishFrame,
    shape: "600px",
    allow: STILL,
  },
  {
    id: "google-maps",
    name: "Google Maps",
    isHost: (host) => /^(?:maps\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/.test(host),
    read: googleMapFrame,
    shape: "4:3",
    allow: STILL,
  },
  {
    id: "openstreetmap",
    name: "OpenStreetMap",
    isHost: oneOf("openstreetmap.org"),
    read: openStreetMapFrame,
    shape: "4:3",
    allow: STILL,
  },
  {
    id: "telegram",
    name: "Telegram",
    isHost: oneOf("t.me", "telegram.me"),
    read: telegramFrame,
    shape: "400px",
    allow: STILL,
    isPost: true,
  },
  {
    id: "x",
    name: "X",
    isHost: oneOf("x.com", "mobile.x.com", "twitter.com", "mobile.twitter.com", "platform.twitter.com"),
    read: xFrame,
    shape: "600px",
    allow: STILL,
    isPost: true,
  },
  {
    id: "instagram",
    name: "Instagram",
    isHost: oneOf("instagram.com"),
    read: instagramFrame,
    shape: "720px",
    allow: STILL,
    isPost: true,
  },
  {
    id: "facebook",
    name: "Facebook",
    isHost: oneOf("facebook.com", "m.facebook.com"),
    read: facebookFrame,
    shape: "600px",
    allow: STILL,
    isPost: true,
  },
  {
    id: "tiktok",
    name: "TikTok",
    isHost: oneOf("tiktok.com", "m.tiktok.com"),
    read: tiktokFrame,
    shape: "9:16",
    allow: FILM,
    play: { autoplay: "1" },
  },
  {
    id: "dailymotion",
    name: "Dailymotion",
    isHost: oneOf("dailymotion.com", "geo.dailymotion.com", "dai.ly"),
    read: dailymotionFrame,
    shape: "16:9",
    allow: FILM,
  },
  {
    id: "ted",
    name: "TED",
    isHost: oneOf("ted.com", "embed.ted.com"),
    read: tedFrame,
    shape: "16:9",
    allow: FILM,
  },
  {
    id: "apple-podcasts",
    name: "Apple Podcasts",
    isHost: oneOf("podcasts.apple.com", "embed.podcasts.apple.com"),
    read: applePodcastsFrame,
    shape: "450px",
    allow: SOUND,
  },
  {
    // Its player wants the name of the site around the frame in its address, which Galley does not know.
    id: "twitch",
    name: "Twitch",
    isHost: oneOf("twitch.tv", "m.twitch.tv", "clips.twitch.tv", "player.twitch.tv"),
    read: () => null,
    refusal: "named_sites",
    shape: "16:9",
    allow: FILM,
  },
  {
    id: "yandex-maps",
    name: "Yandex Maps",
    isHost: (host) => /^(?:maps\.)?yandex\.(?:ru|com|by|kz|uz|com\.tr)$/.test(host),
    read: yandexMapFrame,
    shape: "4:3",
    allow: STILL,
  },
  {
    id: "bluesky",
    name: "Bluesky",
    isHost: oneOf("bsky.app", "embed.bsky.app"),
    read: blueskyFrame,
    shape: "500px",
    allow: STILL,
    isPost: true,
  },
  {
    // The instances of its makers. A project may allow others, as any host.
    id: "mastodon",
    name: "Mastodon",
    isHost: oneOf("mastodon.social", "mastodon.online"),
    read: mastodonFrame,
    shape: "500px",
    allow: STILL,
    isPost: true,
  },
  {
    id: "reddit",
    name: "Reddit",
    isHost: oneOf("reddit.com", "old.reddit.com", "new.reddit.com", "embed.reddit.com"),
    read: redditFrame,
    shape: "500px",
    allow: STILL,
    isPost: true,
  },
];
