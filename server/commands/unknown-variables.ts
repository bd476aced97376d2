/** GALLEY_ variables that have no effect, such as misspelled ones. */
import { FLAGS } from "../config/config.ts";
import { resembles } from "../core/typing-errors.ts";

const PREFIX = "GALLEY_";
const KNOWN = FLAGS.map((flag) => flag.toUpperCase().replaceAll("-", "_"));
/** Used in the docs, by a site's backend, by packaging and by the tests. */
const OTHERS = ["GALLEY_URL", "GALLEY_SECRET", "GALLEY_ELECTRON_DIST", "GALLEY_TEST_BUNDLE"];
const MAX_NAMED = 10;
/** A longer name is no typing error. */
const MAX_LENGTH = 40;

/** One sentence for each, with a similar known name. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => /^GALLEY_\w+$/.test(name) && name.length <= MAX_LENGTH && env[name] !== "")
    .filter((name) => !KNOWN.includes(name.slice(PREFIX.length)) && !OTHERS.includes(name))
    .sort()
    .slice(0, MAX_NAMED)
    .map((name) => {
      const similar = KNOWN.find((known) => resembles(name.slice(PREFIX.length), known));
      return `Unknown variable ${name}. ${similar === undefined ? "Remove it." : `Did you mean ${PREFIX}${similar}?`}`;
    });
}
