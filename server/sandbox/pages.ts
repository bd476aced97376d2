/** The HTML pages of this site: the desk for journalists, and the public page of an article. */
import type { CallbackRecord } from "./receiver.ts";
import type { OpenSessionError } from "./service.ts";
import { type Article, type ArticleSummary, MAX_TITLE_LENGTH, type SavedContent, withCurrentUrl } from "./store.ts";

/** html`<p>${text}</p>` escapes its values, except those made by html`…`. Existing markup must be wrapped in `Html`. */
class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type HtmlPart = Html | string | number | false | null | readonly HtmlPart[];

function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.map((string, index) => string + sourceOf(parts[index] ?? "")).join(""));
}

function sourceOf(part: HtmlPart): string {
  if (part instanceof Html) return part.source;
  if (part === false || part === null) return "";
  if (Array.isArray(part)) return part.map(sourceOf).join("");
  return String(part).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function deskPage(title: string, section: "articles" | "callbacks" | null, body: Html): string {
  const link = (entry: typeof section, href: string, text: string) =>
    html`<a href="${href}"${entry === section && html` aria-current="true"`}>${text}</a>`;
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
<nav aria-label="Site">${link("articles", "/", "Articles")}${link("callbacks", "/callbacks", "Callbacks")}</nav>
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
function editButton(articleId: string, label: string, primary: boolean): Html {
  return html`<form method="post" action="/articles/${articleId}/edit" target="_blank">
<button${primary ? html` class="primary"` : ""}>${label}</button>
</form>`;
}

export function articleListPage(articles: readonly ArticleSummary[]): string {
  const body =
    articles.length === 0
      ? emptyDesk()
      : html`
<div class="head"><h1>Articles</h1>${newArticleForm()}</div>
<ul class="articles">${articles.map(row)}</ul>
${sampleForm("Add the sample article")}`;
  return deskPage("Articles", "articles", body);
}

function emptyDesk(): Html {
  return html`
<section class="empty">
<h1>Write your first article</h1>
<p>This sample newspaper has its own CMS. It opens its articles in Galley, and Galley delivers each save back to it.
Enter a title: the editor opens in a new tab, and your saves appear here.</p>
${newArticleForm()}
${sampleForm("Or start with a sample article with pictures")}
</section>`;
}

function sampleForm(label: string): Html {
  return html`<form method="post" action="/articles/sample" class="aside">
<button class="quiet">${label}</button>
</form>`;
}

function newArticleForm(): Html {
  return html`<form method="post" action="/articles" target="_blank" class="new">
<label for="title">Title of a new article</label>
<input id="title" name="title" required maxlength="${MAX_TITLE_LENGTH}" autocomplete="off">
<button class="primary">New article</button>
</form>`;
}

function row({ id, title, created_at, stored_at, refusesSaves }: ArticleSummary): Html {
  return html`<li>
<div>
<a class="title" href="/desk/${id}">${title}</a>
<p class="note">${stored_at === null ? html`Not written yet · created ${time(created_at)}` : html`Saved ${time(stored_at)}`}${
    refusesSaves ? html` · <span class="warn">rejects saves</span>` : ""
  }</p>
</div>
<div class="actions">
${stored_at === null ? "" : html`<a class="button" href="/articles/${id}">View<span class="hidden"> ${title}</span></a>`}
${editButton(id, stored_at === null ? "Write" : "Edit", false)}
</div>
</li>`;
}

export function articleDeskPage(article: Article, callbacks: readonly CallbackRecord[]): string {
  const { id, saved } = article;
  return deskPage(
    article.title,
    "articles",
    html`
<p class="back"><a href="/">All articles</a></p>
<div class="head">
<h1>${article.title}</h1>
<div class="actions">
${saved === null ? "" : html`<a class="button" href="/articles/${id}">View</a>`}
${editButton(id, saved === null ? "Write" : "Edit", true)}
</div>
</div>
<h2>Stored content</h2>
<dl>
<dt>material_id</dt><dd><code>${id}</code></dd>
${saved === null ? html`<dt>State</dt><dd>Nothing has been saved yet.</dd>` : keptContent(id, saved)}
</dl>
<h2>Rejecting saves</h2>
<p class="lead">A site can reject a save: it returns <code>rc: 0</code> with a reason, and the editor shows the reason to the journalist.</p>
<form method="post" action="/articles/${id}/refusal" class="refusal">
<label class="check"><input type="checkbox" name="on" value="1"${article.refusal.on ? html` checked` : ""}> Reject saves of this article with this message</label>
<label class="hidden" for="message">Message</label>
<input id="message" name="message" maxlength="300" value="${article.refusal.message}" placeholder="This article is locked by the legal desk." autocomplete="off">
<button>Save</button>
</form>
<h2>Callbacks for this article</h2>
${callbackList(callbacks, false)}`,
  );
}

function keptContent(id: string, saved: SavedContent): Html {
  return html`
<dt>Saved</dt><dd>${time(saved.stored_at)}${saved.user_email === null ? "" : ` by ${saved.user_email}`}</dd>
<dt>version_id</dt><dd><code>${saved.version_id ?? "none"}</code></dd>
<dt>version_cdate</dt><dd><code>${saved.version_cdate ?? "none"}</code></dd>
<dt>Stored</dt><dd><a href="/desk/${id}/vms_html">vms_html</a> · <a href="/desk/${id}/vms_json">vms_json</a></dd>`;
}

export function callbacksPage(records: readonly CallbackRecord[], callbackUrl: string): string {
  return deskPage(
    "Callbacks",
    "callbacks",
    html`
<h1>Callbacks</h1>
<p class="lead">The last 50 callbacks that the service sent to <code>${callbackUrl}</code> since this site started.</p>
<h2 class="hidden">Received</h2>
${callbackList(records, true)}`,
  );
}

/** @param named whether each row names its article */
function callbackList(records: readonly CallbackRecord[], named: boolean): Html {
  if (records.length === 0)
    return html`<p class="none">No callbacks yet. Press Save in the editor, and the callback appears here.</p>`;
  return html`<ol class="callbacks">${records.map((record) => callbackItem(record, named))}</ol>`;
}

function callbackItem(record: CallbackRecord, named: boolean): Html {
  const { state, verdict } = stateOf(record);
  return html`<li><details>
<summary><span class="state ${state}">${verdict}</span> <span class="event">${record.event}</span>
<span class="about">${named && html`<span>${record.material_id}</span>`}${record.response !== null && record.response.message !== "ok" && html`<span>${record.response.message}</span>`}</span> <span class="when">${time(record.at)}</span></summary>
<h3>Steps of this site</h3>
<table class="steps"><thead><tr><th scope="col">Step</th><th scope="col">Result</th><th scope="col">After</th></tr></thead>
<tbody>${record.steps.map(
    (step) => html`<tr><td>${step.number ?? "·"}</td><td>${step.text}</td><td>${step.at_ms} ms</td></tr>`,
  )}</tbody></table>
<h3>Request</h3>
<pre tabindex="0">${record.received}</pre>
<h3>Response</h3>
${
  record.response === null
    ? html`<p>None yet.</p>`
    : html`<p class="note">Status ${record.response.status} after ${record.response.duration_ms} ms</p>
<pre tabindex="0">${record.response.body}</pre>`
}
</details></li>`;
}

function stateOf({ response }: CallbackRecord): { state: "good" | "bad" | "busy"; verdict: string } {
  if (response === null) return { state: "busy", verdict: "Processing" };
  if (response.rc === 1) return { state: "good", verdict: "Accepted" };
  if (response.rc === 0) return { state: "bad", verdict: "Rejected" };
  return { state: "bad", verdict: "Failed" };
}

export function openProblemPage(articleId: string, error: OpenSessionError): string {
  return deskPage(
    "The editor could not be opened",
    null,
    html`
<section class="empty">
<h1>The editor could not be opened</h1>
<p>${error.message}</p>
${error.response === "" ? "" : html`<blockquote><p>${error.response}</p></blockquote>`}
<p>${error.advice}</p>
<div class="actions"><a class="button" href="/desk/${articleId}">Back to the article</a>
<form method="post" action="/articles/${articleId}/edit"><button class="primary">Try again</button></form></div>
</section>`,
  );
}

export function problemPage(title: string, sentence: string): string {
  const body = html`<section class="empty"><h1>${title}</h1><p>${sentence}</p><p><a href="/">All articles</a></p></section>`;
  return deskPage(title, null, body);
}

/** The public page of an article. `fontsCssUrl` is null without fonts. */
export function articlePage(article: Article, fontsCssUrl: string | null, siteUrl: string): string {
  const { saved, title, standfirst = "" } = article;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The Sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/site.css">
<link rel="stylesheet" href="/assets/article.css">
${fontsCssUrl === null ? "" : html`<link rel="stylesheet" href="${fontsCssUrl}">`}
</head>
<body>
<header class="masthead"><p>The Sandbox</p><a href="/desk/${article.id}">Open the desk</a></header>
<main>
<article>
<header class="headline">
<h1>${title}</h1>
${standfirst !== "" && html`<p class="standfirst">${standfirst}</p>`}
${saved === null ? html`<p class="byline">This article has not been written yet.</p>` : byline(saved)}
</header>
${saved === null ? "" : new Html(withCurrentUrl(saved.vms_html, saved.site_url, siteUrl))}
</article>
</main>
</body>
</html>
`.source;
}

function byline({ user_email, version_cdate, stored_at }: SavedContent): Html {
  const written = new Date(version_cdate ?? stored_at);
  const at = Number.isNaN(written.getTime()) ? new Date(stored_at) : written;
  const words = at.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
  const author = authorOf(user_email ?? "");
  return html`<p class="byline">${author !== "" && html`<span>By <strong>${author}</strong></span>`}
<time datetime="${at.toISOString()}">${words}</time></p>`;
}

/** Turns "anna.berg@paper.example" into Anna Berg, because the public page shows no e-mail address. */
function authorOf(user: string): string {
  if (!user.includes("@")) return user.trim();
  const [mailbox = ""] = user.trim().split("@");
  const names = mailbox.split(/[._+-]+/).filter((name) => name !== "");
  return names.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join(" ");
}
