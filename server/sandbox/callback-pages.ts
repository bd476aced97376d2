/** The callbacks that came, for the integrator who wants to see what a receiver does with them. */
import type { CallbackRecord } from "./callback-log.ts";
import { type Html, html } from "./html.ts";
import { deskPage, time } from "./page-layout.ts";

export function callbacksPage(records: readonly CallbackRecord[], callbackUrl: string): string {
  return deskPage({
    title: "Callbacks",
    section: "callbacks",
    body: html`
<h1>Callbacks</h1>
<p class="lead">What the service sent to <code>${callbackUrl}</code>, and what this site did with it. The last 50 since it was started.</p>
<h2 class="hidden">Received</h2>
${callbackList(records, true)}`,
  });
}

/** @param named whether each says which article it was about */
export function callbackList(records: readonly CallbackRecord[], named: boolean): Html {
  if (records.length === 0)
    return html`<p class="none">None yet. Press Save in the editor, and the callback appears here.</p>`;
  return html`<ol class="callbacks">${records.map((record) => callbackItem(record, named))}</ol>`;
}

function callbackItem(record: CallbackRecord, named: boolean): Html {
  const { state, verdict } = stateOf(record);
  return html`<li><details>
<summary><span class="state ${state}">${verdict}</span> <span class="event">${record.event}</span>
<span class="about">${named && html`<span>${record.material_id}</span>`}${words(record)}</span> <span class="when">${time(record.at)}</span></summary>
<h3>What this site did</h3>
<table class="steps"><thead><tr><th scope="col">Step</th><th scope="col">Done</th><th scope="col">After</th></tr></thead>
<tbody>${record.steps.map(
    (step) => html`<tr><td>${step.number ?? "·"}</td><td>${step.text}</td><td>${step.at_ms} ms</td></tr>`,
  )}</tbody></table>
<h3>What came</h3>
<pre tabindex="0">${record.received}</pre>
<h3>What this site answered</h3>
${
  record.answer === null
    ? html`<p>Nothing yet.</p>`
    : html`<p class="note">Status ${record.answer.status} after ${record.answer.duration_ms} ms</p>
<pre tabindex="0">${record.answer.body}</pre>`
}
</details></li>`;
}

/** What the site said, where it said more than "ok". */
function words({ answer }: CallbackRecord): Html {
  return answer === null || answer.message === "ok" ? html`` : html`<span>${answer.message}</span>`;
}

function stateOf({ answer }: CallbackRecord): { state: "good" | "bad" | "busy"; verdict: string } {
  if (answer === null) return { state: "busy", verdict: "Being handled" };
  if (answer.rc === 1) return { state: "good", verdict: "Taken" };
  if (answer.rc === 0) return { state: "bad", verdict: "Refused" };
  return { state: "bad", verdict: "Failed" };
}
