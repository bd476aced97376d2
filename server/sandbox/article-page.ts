/** The public page of an article: what the readers of the newspaper see. */

import { html, raw } from "./html.ts";
import { time } from "./page-layout.ts";
import { atPresentAddress } from "./references.ts";
import type { Article } from "./store.ts";

/** @param fontsCssUrl the CSS of the site's fonts, null where there are none */
export function articlePage(article: Article, fontsCssUrl: string | null, siteUrl: string): string {
  const { saved, title } = article;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/site.css">
${fontsCssUrl === null ? "" : html`<link rel="stylesheet" href="${fontsCssUrl}">`}
</head>
<body class="paper">
<header class="masthead"><p>The Sandbox</p><a href="/desk/${article.id}">To the desk</a></header>
<main>
<article>
<h1>${title}</h1>
${
  saved === null
    ? html`<p class="note">This article has not been written yet.</p>`
    : html`<p class="note">${time(saved.stored_at)}</p>
${raw(atPresentAddress(saved.vms_html, saved.site_url, siteUrl))}`
}
</article>
</main>
</body>
</html>
`.source;
}
