/** Variables that begin as Galley's do and are none: a typing error would otherwise have no effect, without a word. */
import { FLAGS } from "../config/config.ts";
import { resembles } from "../core/typing-errors.ts";

const PREFIX = "GALLEY_";
const KNOWN = FLAGS.map((flag) => flag.toUpperCase().replaceAll("-", "_"));
/** Read by the guide's commands, by a site's backend on the same machine, by packing and by the tests. */
const OTHERS = ["GALLEY_URL", "GALLEY_SECRET", "GALLEY_ELECTRON_DIST", "GALLEY_TEST_BUNDLE"];
/** More are not named; a name that is longer is no typing error. */
const MAX_NAMED = 10;
const MAX_LENGTH = 40;

/** @returns one sentence for each, with the known name that it resembles */
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
