import { Button } from "@mantine/core";
import { useMemo } from "react";
import { foreignHtml } from "../../../server/article/foreign-html.ts";
import type { VmsJson } from "../../../server/article/vms-json.ts";
import { documentFromHtml, textOfHtml } from "../article/paste/pasted-html.ts";
import { messages } from "../messages/index.ts";
import type { OpenSession } from "./open-session.ts";

export function ForeignArticle({ state, start }: { state: VmsJson; start: () => OpenSession }) {
  const html = useMemo(() => foreignHtml(state), [state]);
  const text = useMemo(() => (html === null ? "" : textOfHtml(html).replace(/\n\s*/g, "\n").trim()), [html]);
  const t = messages.foreign;
  if (html === null || text === "") return <p>{t.noText}</p>;
  const startFromText = () => {
    const articleSession = start();
    articleSession.startFrom(documentFromHtml(html, articleSession.editor.schema, articleSession.session.embeds.hosts));
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by key */}
      <section className="start-excerpt" aria-label={t.excerpt} tabIndex={0}>
        {text}
      </section>
      <Button mr="sm" mb="sm" onClick={startFromText}>
        {t.fromText}
      </Button>
    </>
  );
}
