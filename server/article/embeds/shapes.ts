/** Offered in the editor. */
export const EMBED_SHAPES = ["16:9", "4:3", "1:1", "4:5", "9:16", "200px", "400px", "600px", "800px"] as const;

/** A ratio of numbers up to 100 (`16:9`) or a height from 50 to 2,000 pixels (`420px`); "" for the provider's. */
export function isEmbedShape(shape: unknown): shape is string {
  if (typeof shape !== "string") return false;
  if (shape === "" || /^(?:100|[1-9]\d?):(?:100|[1-9]\d?)$/.test(shape)) return true;
  const [, height] = /^(\d{2,4})px$/.exec(shape) ?? [];
  return height !== undefined && Number(height) >= 50 && Number(height) <= 2_000;
}
