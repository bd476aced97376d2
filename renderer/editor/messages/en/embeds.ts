import type { EmbedRefusal } from "../../../../server/article/embeds/embed.ts";

/** What other sites show in a frame. */
export const embed = {
  name: "Embed",
  keywords:
    "youtube vimeo soundcloud spotify datawrapper flourish google maps openstreetmap telegram twitter x instagram facebook tiktok vk rutube dailymotion ted twitch bluesky mastodon reddit apple podcasts yandex video map chart post iframe player",
  named: (name: string) => (name === "" ? "Embed" : `Embed: ${name}`),
  noAddress: "No address yet: paste the address of a film, a map, a chart or a post.",
  noFrame: "Link card",
  loads: {
    on_click: "On the page it loads when a reader clicks",
    at_once: "Loads on the page",
  },
  address: "Address",
  addressPlaceholder: "https://…",
  title: "Title",
  titlePlaceholder: "What is to be seen or heard, for those who cannot",
  shape: "Height",
  usualShape: (shape: string) => (shape === "" ? "As usual there" : `As usual there (${shape})`),
  remove: "Remove embed",
  refused: (reason: EmbedRefusal, host: string): string =>
    ({
      not_an_address: "This is not the address of a page. Readers will not see it.",
      not_secure: `Readers get a link card: ${host} may be embedded with https:// only.`,
      short_link: `Readers get a link card: a short link of ${host} does not say what it leads to. Open it and copy the address of the page.`,
      no_frame: `Readers get a link card: this page of ${host} cannot be embedded. Take the address of one film, map, chart or post.`,
      named_sites: `Readers get a link card: ${host} plays only on the sites that its frame names.`,
      unknown_host: `Readers get a link card: ${host} is not on the list of embeds. An administrator can add it to the project.`,
    })[reason],
};
