import type { Figure } from "./figures.ts";
import type { Workshop } from "./workshop.ts";

/** Each file of scenarios/ exports one as `scenario`. */
export interface Scenario {
  /** For `--only`. */
  name: string;
  title: string;
  /** The scenario fails after this time. */
  limitMs: number;
  /** Only with `--full`: large files or a long time. */
  full?: boolean;
  run(workshop: Workshop): Promise<Figure[]>;
}
