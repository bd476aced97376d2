/** What knows the addresses of embeds, once it has come: articles without embeds do not need it at once. */
type Embeds = typeof import("../../../../../server/article/embeds/embed.ts");

let embeds: Embeds | null = null;

/** Fetches it; where Galley cannot be reached, the next one who asks tries again. */
export async function loadEmbeds(): Promise<Embeds> {
  embeds ??= await import("../../../../../server/article/embeds/embed.ts");
  return embeds;
}

/** Null as long as it has not come. */
export const embedsModule = (): Embeds | null => embeds;
