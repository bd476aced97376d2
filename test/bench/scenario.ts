/** What every file of scenarios/ exports as `scenario`. */
import type { Figure } from "./figures.ts";
import type { Workshop } from "./workshop.ts";

export interface Scenario {
  /** For `--only`. */
  name: string;
  title: string;
  /** Ended as failed after this long. */
  limitMs: number;
  /** Only with `--full`: large files or a long time. */
  full?: boolean;
  run(workshop: Workshop): Promise<Figure[]>;
}
