import type { EmbedRefusal } from "../../../../server/article/embeds/embed.ts";

export const embed = {
  name: "Embed",
  keywords:
    "youtube vimeo soundcloud spotify datawrapper flourish google maps openstreetmap telegram twitter x instagram facebook tiktok vk rutube dailymotion ted twitch bluesky mastodon reddit apple podcasts yandex video map chart post iframe player",
  named: (name: string) => (name === "" ? "Embed" : `Embed: ${name}`),
  noAddress: "No URL yet. Paste the URL of a video, a map, a chart or a post.",
  noFrame: "Link card",
  loads: {
    on_click: "Loads when a reader clicks",
    at_once: "Loads with the page",
  },
  addressPlaceholder: "https://…",
  title: "Title",
  titlePlaceholder: "For screen readers",
  shape: "Height",
  usualShape: (shape: string) => (shape === "" ? "Default" : `Default (${shape})`),
  remove: "Remove embed",
  refused: (reason: EmbedRefusal, host: string): string =>
    ({
      not_an_address: "This is not the URL of a page. Readers will not see it.",
      not_secure: `Readers get a link card: ${host} can be embedded with https:// only.`,
      short_link: `Readers get a link card: ${host} is a short link. Open it and copy the URL of the page.`,
      no_frame: `Readers get a link card: this page of ${host} cannot be embedded. Use the URL of one video, map, chart or post.`,
      named_sites: `Readers get a link card: ${host} plays only on the sites named in its embed code.`,
      unknown_host: `Readers get a link card: ${host} is not on the list of allowed embeds. An administrator can add it to the project.`,
    })[reason],
};
