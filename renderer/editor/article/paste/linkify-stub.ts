/**
 * What finds addresses in words, as the links ask for it: most of it is the list of all top-level domains, which the first key
 * does not need. In the built page this stands in for linkifyjs (vite.config.ts), which comes with what reads pastes; until
 * then nothing is an address, and a paste that may hold one is held.
 */
import type { find as findIn, registerCustomProtocol as register, tokenize as tokensOf } from "linkifyjs";
import { pasteReader } from "./load-paste-reader.ts";

export const find: typeof findIn = (...words) => pasteReader()?.addresses.find(...words) ?? [];

export const tokenize = (words: string): ReturnType<typeof tokensOf> => pasteReader()?.addresses.tokenize(words) ?? [];

/** Links are configured with no scheme of their own: see isAllowedTarget. */
export const registerCustomProtocol: typeof register = () => {
  throw new Error("A scheme of one's own would be forgotten before linkifyjs has come.");
};

/** Nothing was registered. */
export const reset = (): void => undefined;
