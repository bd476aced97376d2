/** Misspelled variables of Galley, which would have no effect. */
import { FLAGS } from "../config/config.ts";
import { resembles } from "../core/typing-errors.ts";

const PREFIX = "GALLEY_";
const KNOWN = FLAGS.map((flag) => flag.toUpperCase().replaceAll("-", "_"));
/** Of the guide's commands, of a site's backend, of packaging and of the tests. */
const OTHERS = ["GALLEY_URL", "GALLEY_SECRET", "GALLEY_ELECTRON_DIST", "GALLEY_TEST_BUNDLE"];
/** A longer name is no typing error. */
const MAX_NAMED = 10;
const MAX_LENGTH = 40;

/** A sentence for each, with the known name that it resembles. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => /^GALLEY_\w+$/.test(name) && name.length <= MAX_LENGTH && env[name] !== "")
    .filter((name) => !KNOWN.includes(name.slice(PREFIX.length)) && !OTHERS.includes(name))
    .sort()
    .slice(0, MAX_NAMED)
    .map((name) => {
      const meant = KNOWN.find((known) => resembles(name.slice(PREFIX.length), known));
      return `Galley has no variable ${name}. ${meant === undefined ? "Remove it." : `Did you mean ${PREFIX}${meant}?`}`;
    });
}
