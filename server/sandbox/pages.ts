/** The HTML pages of this site: the desk for journalists, and the public page of an article. */
import type { CallbackRecord } from "./receiver.ts";
import type { Article, ArticleSummary } from "./store.ts";

/** html`<p>${text}</p>` escapes its values, except those made by html`…`. Existing markup must be wrapped in `Html`. */
class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.map((string, index) => string + sourceOf(parts[index])).join(""));
}

function sourceOf(part: HtmlPart): string {
  if (part instanceof Html) return part.source;
  if (part === false || part === null || part === undefined) return "";
  if (Array.isArray(part)) return part.map(sourceOf).join("");
  return String(part).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function deskPage(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/site.css">
<link rel="stylesheet" href="/assets/desk.css">
<link rel="stylesheet" href="/assets/callbacks.css">
<script src="/assets/refresh-on-return.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="/">Sandbox</a>
<span class="kind">sample site</span>
<nav aria-label="Site"><a href="/">Articles</a><a href="/callbacks">Callbacks</a></nav>
</header>
<main id="main">
${body}
</main>
</body>
</html>
`.source;
}

/** A local time, with the exact time as its tooltip. */
function time(iso: string): Html {
  const local = new Date(iso).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  return html`<time datetime="${iso}" title="${iso}">${local}</time>`;
}

/** Opens the editor in a new tab, as a site should (contract 1, step 2). */
function editButton(articleId: string): Html {
  return html`<form method="post" action="/articles/${articleId}/edit" target="_blank"><button>Edit</button></form>`;
}

export function articleListPage(articles: readonly ArticleSummary[]): string {
  return deskPage(
    "Articles",
    html`
<h1>${articles.length === 0 ? "Write your first article" : "Articles"}</h1>
<p class="lead">This sample newspaper has its own CMS. It opens its articles in Galley, and Galley delivers each save back to it.</p>
<form method="post" action="/articles" target="_blank" class="new">
<label for="title">Title of a new article</label>
<input id="title" name="title" required maxlength="200" autocomplete="off">
<button class="primary">New article</button>
</form>
<ul class="articles">${articles.map(row)}</ul>
<form method="post" action="/articles/sample"><button class="quiet">Add the sample article</button></form>`,
  );
}

function row({ id, title, created_at, stored_at, rejectsSaves }: ArticleSummary): Html {
  return html`<li>
<div>
<a class="title" href="/desk/${id}">${title}</a>
<p class="note">${stored_at === null ? "Created" : "Saved"} ${time(stored_at ?? created_at)}${rejectsSaves && " · rejects saves"}</p>
</div>
<div class="actions">${viewLink(id, stored_at, html`<span class="hidden"> ${title}</span>`)}${editButton(id)}</div>
</li>`;
}

const viewLink = (id: string, saved: unknown, hidden: HtmlPart) =>
  saved !== null && html`<a class="button" href="/articles/${id}">View${hidden}</a>`;

export function articleDeskPage({ id, title, saved, refusal }: Article, callbacks: readonly CallbackRecord[]): string {
  return deskPage(
    title,
    html`
<div class="head">
<h1>${title}</h1>
<div class="actions">${viewLink(id, saved, null)}${editButton(id)}</div>
</div>
<h2>Stored content</h2>
<dl>
<dt>material_id</dt><dd><code>${id}</code></dd>
<dt>Saved</dt><dd>${saved === null ? "Nothing has been saved yet." : time(saved.stored_at)}${saved?.user_email && ` by ${saved.user_email}`}</dd>
<dt>version_id</dt><dd><code>${saved?.version_id ?? "none"}</code></dd>
<dt>version_cdate</dt><dd><code>${saved?.version_cdate ?? "none"}</code></dd>
<dt>Content</dt><dd><a href="/desk/${id}/vms_html">vms_html</a> · <a href="/desk/${id}/vms_json">vms_json</a></dd>
</dl>
<h2>Rejecting saves</h2>
<p class="lead">A site can reject a save: it returns <code>rc: 0</code> with a reason, and the editor shows the reason to the journalist.</p>
<form method="post" action="/articles/${id}/refusal" class="refusal">
<label class="check"><input type="checkbox" name="on"${refusal.on && html` checked`}> Reject saves of this article with this message</label>
<label class="hidden" for="message">Message</label>
<input id="message" name="message" maxlength="300" value="${refusal.message}" placeholder="This article is locked by the legal desk." autocomplete="off">
<button>Save</button>
</form>
<h2>Callbacks for this article</h2>
${callbackList(callbacks)}`,
  );
}

export function callbacksPage(records: readonly CallbackRecord[], callbackUrl: string): string {
  return deskPage(
    "Callbacks",
    html`
<h1>Callbacks</h1>
<p class="lead">The last callbacks that the service sent to <code>${callbackUrl}</code> since this site started.</p>
<h2 class="hidden">Received</h2>
${callbackList(records)}`,
  );
}

function callbackList(records: readonly CallbackRecord[]): Html {
  if (records.length === 0)
    return html`<p class="note">No callbacks yet. Press Save in the editor, and the callback appears here.</p>`;
  return html`<ol class="callbacks">${records.map(callbackItem)}</ol>`;
}

function callbackItem({ at, event, material_id, steps, request, response }: CallbackRecord): Html {
  const verdict = response === null ? "Processing" : response.rc === 1 ? "Accepted" : "Failed";
  return html`<li><details>
<summary><span class="state ${verdict}">${response?.rc === 0 ? "Rejected" : verdict}</span> <span class="event">${event}</span>
<span class="about">${material_id}${response !== null && response.rc !== 1 && `: ${response.message}`}</span> <span class="when">${time(at)}</span></summary>
<h3>Steps of this site</h3>
<ul>${steps.map((step) => html`<li>${step}</li>`)}</ul>
<h3>Request</h3>
<pre tabindex="0">${request}</pre>
<h3>Response${response !== null && `: status ${response.status}`}</h3>
<pre tabindex="0">${response === null ? "None yet." : response.body}</pre>
</details></li>`;
}

export function problemPage(title: string, sentence: string): string {
  return deskPage(title, html`<h1>${title}</h1><p>${sentence}</p><p><a href="/">All articles</a></p>`);
}

/** The public page of an article. Its URLs may begin with an earlier URL of this site, which had another port. */
export function articlePage(article: Article, fontsCssUrl: string | null, siteUrl: string): string {
  const { saved, title, standfirst = "" } = article;
  // The public page shows no e-mail address.
  const [mailbox = ""] = (saved?.user_email ?? "the editors").split("@");
  const author = mailbox.replaceAll(/[._+-]+/g, " ").replaceAll(/\b\p{Ll}/gu, (letter) => letter.toUpperCase());
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/site.css">
<link rel="stylesheet" href="/assets/article.css">
${fontsCssUrl !== null && html`<link rel="stylesheet" href="${fontsCssUrl}">`}
</head>
<body>
<header class="masthead"><p>The Sandbox</p><a href="/desk/${article.id}">Open the desk</a></header>
<main>
<article>
<header class="headline">
<h1>${title}</h1>
${standfirst !== "" && html`<p class="standfirst">${standfirst}</p>`}
<p class="byline">${saved === null ? "This article has not been written yet." : html`<span>By <strong>${author}</strong></span> ${time(saved.stored_at)}`}</p>
</header>
${saved !== null && new Html(saved.vms_html.replaceAll(`${saved.site_url}/`, `${siteUrl}/`))}
</article>
</main>
</body>
</html>
`.source;
}
