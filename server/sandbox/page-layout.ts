/** What all pages of the site share. */
import { type Html, type HtmlPart, html } from "./html.ts";

export interface Page {
  title: string;
  /** The navigation entry that this page belongs to. */
  section: "articles" | "callbacks" | null;
  body: HtmlPart;
}

/** A page of the desk, where articles are made. */
export function deskPage({ title, section, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/site.css">
<script src="/assets/refresh-on-return.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<a class="brand" href="/">Sandbox</a>
<span class="kind">sample site</span>
<nav aria-label="Site">${navigation(section)}</nav>
</header>
<main id="main">
${body}
</main>
</body>
</html>
`.source;
}

function navigation(section: Page["section"]): Html[] {
  const entries = [
    { section: "articles", href: "/", text: "Articles" },
    { section: "callbacks", href: "/callbacks", text: "Callbacks" },
  ];
  return entries.map((entry) =>
    entry.section === section
      ? html`<a href="${entry.href}" aria-current="true">${entry.text}</a>`
      : html`<a href="${entry.href}">${entry.text}</a>`,
  );
}

/** Written as people here write it, with the exact time on hover. */
export function time(iso: string): Html {
  const local = new Date(iso).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  return html`<time datetime="${iso}" title="${iso}">${local}</time>`;
}

/** Opens the editor in a new tab, as a site should (contract 1, step 2). */
export function editButton(articleId: string, label: string, primary: boolean): Html {
  return html`<form method="post" action="/articles/${articleId}/edit" target="_blank">
<button${primary ? html` class="primary"` : ""}>${label}</button>
</form>`;
}
