/** Who may be shown in a frame without anybody's permission: how their addresses look, and where their frames are. */
import type { Frame, FrameFeature } from "./frames.ts";
import { datawrapperFrame, flourishFrame, googleMapFrame, openStreetMapFrame } from "./maps-and-charts.ts";
import { rutubeFrame, soundcloudFrame, spotifyFrame, vimeoFrame, vkFrame, youtubeFrame } from "./players.ts";
import { facebookFrame, instagramFrame, telegramFrame, tiktokFrame, xFrame } from "./posts.ts";

export interface Provider {
  id: string;
  name: string;
  /** @param host in lower case, without `www.` */
  isHost(host: string): boolean;
  /** null where a page has no frame. */
  read(url: URL): Frame | null;
  shape: string;
  allow: readonly FrameFeature[];
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
];
