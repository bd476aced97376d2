/** Replaces linkifyjs in the built page (vite.config.ts): its large list comes with the paste reader. */
import type { find as findIn, registerCustomProtocol as register, tokenize as tokensOf } from "linkifyjs";
import { pasteReader } from "./load-paste-reader.ts";

export const find: typeof findIn = (...words) => pasteReader()?.addresses.find(...words) ?? [];

export const tokenize = (words: string): ReturnType<typeof tokensOf> => pasteReader()?.addresses.tokenize(words) ?? [];

export const registerCustomProtocol: typeof register = () => {
  throw new Error("A scheme of one's own would be forgotten before linkifyjs has come.");
};

export const reset = (): void => undefined;
