/**
 * Replaces linkifyjs for Tiptap's links in the built page (vite.config.ts). Its list of top-level domains is large and
 * is loaded with the paste reader; until then it finds no URLs, and pastes that may contain one are queued.
 */
import type { find as findIn, registerCustomProtocol as register, tokenize as tokensOf } from "linkifyjs";
import { pasteReader } from "./load-paste-reader.ts";

export const find: typeof findIn = (...words) => pasteReader()?.addresses.find(...words) ?? [];

export const tokenize = (words: string): ReturnType<typeof tokensOf> => pasteReader()?.addresses.tokenize(words) ?? [];

export const registerCustomProtocol: typeof register = () => {
  throw new Error("A scheme of one's own would be forgotten before linkifyjs has come.");
};

export const reset = (): void => undefined;
