import type { ArticleSession } from "../../session/article-session.ts";
import type { BlockContext } from "./block-choice.ts";

/** What the choices of an open article work with. */
export function blockContext(articleSession: ArticleSession): BlockContext {
  const { editor, session, chooseFiles } = articleSession;
  return { editor, session, chooseFiles };
}
