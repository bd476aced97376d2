/** Common parts of request and response schemas. Pages import only types from files with schemas, so that their bundles contain no zod. */
import { z } from "zod";
import { type Fact, fault } from "./sentences/index.ts";

export const id = z.string();
export const time = z.string().meta({ description: "ISO 8601 with offset." });
export const environment = z.enum(["dev", "prod"]);
export type Environment = z.infer<typeof environment>;
export const deliveryEvent = z.enum(["article_saved", "site_fonts_updated"]);

export const sentenceRef = z.object({
  code: z.string(),
  facts: z.record(z.string(), z.custom<Fact>().meta({ description: "A text, a number or another sentence." })),
});
/** An additional field for a text: the same sentence as code and facts. */
export const sentenceBeside = sentenceRef.nullable().optional();

export interface Page<T> {
  items: T[];
  /** `?cursor=` of the next page; null on the last page. */
  next_cursor: string | null;
}

/** The schema of a `Page`. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

/** @param min, max length in characters */
export function ofLength(text: z.ZodString, min: number, max: number): z.ZodString {
  const limited = text.max(max, fault("requests.string_too_long", { max }));
  return min === 0 ? limited : limited.min(min, fault("requests.string_too_short", { min }));
}
