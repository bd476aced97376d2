import type { Catalogue } from "../../../../shared/sentences.ts";
import { projects } from "./projects.ts";
import { settings } from "./settings.ts";

/** The sentences of the appliance that the console alone shows. */
export const answers: Catalogue = { ...projects, ...settings };
