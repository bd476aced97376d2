import type { Desk } from "../../session/article-session.ts";
import type { BlockContext } from "./block-choice.ts";

/** What the choices of an open article work with. */
export function blockContext(desk: Desk): BlockContext {
  const { editor, session, chooseFiles } = desk;
  return { editor, session, chooseFiles };
}
