/** The pages of the people who make this site: the list of articles, and one article with all that is kept of it. */

import type { CallbackRecord } from "./callback-log.ts";
import { callbackList } from "./callback-pages.ts";
import { type Html, html } from "./html.ts";
import { deskPage, editButton, time } from "./page-layout.ts";
import { type Article, MAX_TITLE_LENGTH } from "./store.ts";

/** Rows on the list. */
const MAX_ROWS = 500;

export function articleListPage(articles: Article[]): string {
  const body =
    articles.length === 0
      ? emptyDesk()
      : html`
<div class="head"><h1>Articles</h1>${newArticleForm()}</div>
<ul class="articles">${articles.slice(0, MAX_ROWS).map(row)}</ul>`;
  return deskPage({ title: "Articles", section: "articles", body });
}

function emptyDesk(): Html {
  return html`
<section class="empty">
<h1>Write your first article</h1>
<p>This is a small newspaper with its own content system. It hands its articles to Galley for writing, and gets each
save back. Give an article a title: the editor opens in a new tab, and what you save there appears here.</p>
${newArticleForm()}
<form method="post" action="/articles/sample" class="aside">
<button class="quiet">Or begin with a sample article that has a picture</button>
</form>
</section>`;
}

function newArticleForm(): Html {
  return html`<form method="post" action="/articles" target="_blank" class="new">
<label for="title">Title of a new article</label>
<input id="title" name="title" required maxlength="${MAX_TITLE_LENGTH}" autocomplete="off">
<button class="primary">Write</button>
</form>`;
}

function row(article: Article): Html {
  const { saved, id } = article;
  return html`<li>
<div>
<a class="title" href="/desk/${id}">${article.title}</a>
<p class="note">${saved === null ? html`Not written yet · made ${time(article.created_at)}` : html`Saved ${time(saved.stored_at)}`}${
    article.refusal.on ? html` · <span class="warn">refuses saves</span>` : ""
  }</p>
</div>
<div class="actions">
${saved === null ? "" : html`<a class="button" href="/articles/${id}">View<span class="hidden"> ${article.title}</span></a>`}
${editButton(id, saved === null ? "Write" : "Edit", false)}
</div>
</li>`;
}

export function articleDeskPage(article: Article, callbacks: CallbackRecord[]): string {
  const { id, saved } = article;
  return deskPage({
    title: article.title,
    section: "articles",
    body: html`
<p class="back"><a href="/">All articles</a></p>
<div class="head">
<h1>${article.title}</h1>
<div class="actions">
${saved === null ? "" : html`<a class="button" href="/articles/${id}">View</a>`}
${editButton(id, saved === null ? "Write" : "Edit", true)}
</div>
</div>
<h2>What this site keeps</h2>
<dl>
<dt>material_id</dt><dd><code>${id}</code></dd>
${saved === null ? html`<dt>State</dt><dd>Nothing has been saved yet.</dd>` : keptContent(article)}
</dl>
<h2>Refusing saves</h2>
<p class="lead">A site may refuse a save: it answers <code>rc: 0</code> with a reason, and the journalist reads it in the editor.</p>
<form method="post" action="/articles/${id}/refusal" class="refusal">
<label class="check"><input type="checkbox" name="on" value="1"${article.refusal.on ? html` checked` : ""}> Refuse saves of this article, with this message</label>
<label class="hidden" for="message">Message</label>
<input id="message" name="message" maxlength="300" value="${article.refusal.message}" placeholder="This article is locked by the legal desk." autocomplete="off">
<button>Keep this</button>
</form>
<h2>Callbacks for this article</h2>
${callbackList(callbacks, false)}`,
  });
}

function keptContent({ id, saved }: Article): Html {
  if (saved === null) return html``;
  return html`
<dt>Saved</dt><dd>${time(saved.stored_at)}${saved.user_email === null ? "" : ` by ${saved.user_email}`}</dd>
<dt>version_id</dt><dd><code>${saved.version_id ?? "none"}</code></dd>
<dt>version_cdate</dt><dd><code>${saved.version_cdate ?? "none"}</code></dd>
<dt>Stored</dt><dd><a href="/desk/${id}/vms_html">vms_html</a> · <a href="/desk/${id}/vms_json">vms_json</a></dd>`;
}
