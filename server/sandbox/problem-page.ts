/** A page that says what went wrong, and what to do about it. */
import { html } from "./html.ts";
import { deskPage } from "./page-layout.ts";
import type { OpenSessionError } from "./service.ts";

export function openProblemPage(articleId: string, error: OpenSessionError): string {
  return deskPage({
    title: "The editor could not be opened",
    section: null,
    body: html`
<section class="empty">
<h1>The editor could not be opened</h1>
<p>${error.message}</p>
${error.said === "" ? "" : html`<blockquote><p>${error.said}</p></blockquote>`}
<p>${error.advice}</p>
<div class="actions"><a class="button" href="/desk/${articleId}">Back to the article</a>
<form method="post" action="/articles/${articleId}/edit"><button class="primary">Try again</button></form></div>
</section>`,
  });
}

export function problemPage(title: string, sentence: string): string {
  const body = html`<section class="empty"><h1>${title}</h1><p>${sentence}</p><p><a href="/">All articles</a></p></section>`;
  return deskPage({ title, section: null, body });
}
