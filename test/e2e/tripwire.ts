/**
 * A page with a trap for everything that a fragment could do on it: run scripts, send requests, change other content.
 * Fragments of many documents are inserted together; a finding names the number of its document.
 */
import type { BrowserContext, Request } from "@playwright/test";

export interface Fragment {
  number: number;
  html: string;
  /** List items outside free HTML. */
  items: number;
  /** Table cells outside free HTML. */
  cells: number;
  /** Text of the last paragraph. */
  last: string;
}

/** How the fragments are inserted: in the page's HTML, or with innerHTML. */
export type Way = "served" | "innerHTML";

export interface Finding {
  number: number;
  what: string;
}

/** The page's origin. */
const ORIGIN = "https://site.example";
const NUMBER = /tripped\((\d+)\)|tripped\.example\/(\d+)/;

export interface Tripwire {
  /** Inspects fragments on a new page, so that late requests of earlier fragments are not counted. */
  inspect(way: Way, fragments: readonly Fragment[]): Promise<Finding[]>;
}

/** @param mediaHosts hosts from which pictures and players may load */
export function layTripwire(context: BrowserContext, mediaHosts: readonly string[]): Tripwire {
  const forbidden = (request: Request): Finding[] => {
    const { hostname, origin } = new URL(request.url());
    const isMedia = request.resourceType() === "image" || request.resourceType() === "media";
    if (isMedia && (origin === ORIGIN || mediaHosts.includes(hostname))) return [];
    return [{ number: numberIn(request.url()), what: `requested ${request.url()} as ${request.resourceType()}` }];
  };

  return {
    async inspect(way, fragments) {
      const body = fragments.map(caseHtml).join("");
      const served = `<!doctype html><meta charset="utf-8"><title>Site</title><style>.case{position:absolute;top:99999px;visibility:hidden}</style>${way === "served" ? body : ""}`;
      const requests: Request[] = [];
      const page = await context.newPage();
      await page.addInitScript(layWires);
      await page.route("**/*", (route) => {
        const request = route.request();
        if (request.isNavigationRequest() && request.url() === `${ORIGIN}/`)
          return route.fulfill({ contentType: "text/html; charset=utf-8", body: served });
        requests.push(request);
        // Abort navigations, so that the page can still be inspected.
        return route.abort(request.isNavigationRequest() ? "aborted" : "failed");
      });
      await page.goto(`${ORIGIN}/`);
      if (way === "innerHTML") await page.evaluate(insertHtml, body);
      const found = await page.evaluate(
        inspectPage,
        fragments.map(({ html: _html, ...facts }) => facts),
      );
      await page.close();
      return [...found, ...requests.flatMap(forbidden)];
    },
  };
}

function caseHtml({ number, html }: Fragment): string {
  return `<div class="case" data-number="${number}">${html}</div><hr class="after">`;
}

function numberIn(text: string): number {
  const found = NUMBER.exec(text);
  return Number(found?.[1] ?? found?.[2] ?? -1);
}

// What follows runs in the page.
declare global {
  interface Window {
    tripped(number: number): void;
    trips: Finding[];
  }
}

function layWires(): void {
  window.trips = [];
  const trip = (name: string) => (number: unknown) =>
    void window.trips.push({ number: typeof number === "number" ? number : -1, what: `ran ${name}` });
  for (const name of ["tripped", "alert", "confirm", "prompt", "print", "open"])
    Object.defineProperty(window, name, { value: trip(name) });
}

function insertHtml(html: string): void {
  const place = document.createElement("main");
  document.body.append(place);
  place.innerHTML = html;
}

async function inspectPage(cases: Omit<Fragment, "html">[]): Promise<Finding[]> {
  const SCHEMES = ["http:", "https:", "mailto:", "tel:"];
  const FORBIDDEN = new Set(
    (
      "script iframe frame frameset object embed applet base meta link form input button select textarea template noscript " +
      "svg math title map area portal dialog slot"
    ).split(" "),
  );
  const ATTRIBUTES =
    /^(?:class|lang|dir|title|role|tabindex|rel|href|src|srcset|sizes|decoding|alt|width|height|loading|controls|preload|poster|download|open|scope|colspan|rowspan|span|start|style|cite|datetime|value|type|kind|srclang|label|default|headers|abbr|loop|muted|playsinline|reversed|aria-label|aria-hidden|data-[a-z0-9._-]+)$/;
  const STYLES =
    /^(?:font-family:'[\p{L}\p{M}\p{N} -]+'|object-position:\d{1,3}% \d{1,3}%|width:\d{1,5}px|max-width:(?:550px|22rem)|(?:--galley-ratio|flex):\d{1,4}(?:\.\d{1,6})?)$/u;
  const FRAME_ATTRIBUTES = /^(?:class|title|style|srcdoc|sandbox|allow|referrerpolicy|loading)$/;
  const FRAME_STYLES = /^(?:aspect-ratio:\d{1,3}\/\d{1,3}|height:\d{2,4}px)(?:;max-width:(?:550px|22rem))?$/;
  const isForbiddenLink = (address: string) => {
    const url = URL.parse(address, "https://site.example");
    return url !== null && !SCHEMES.includes(url.protocol);
  };
  const copy = document.implementation.createHTMLDocument();
  const found: Finding[] = [];
  // Only javascript: links keep their default action; following other links is allowed.
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (link === null || link.protocol !== "javascript:") event.preventDefault();
  });

  /** An embed may only be a card of text and one link to another site. */
  const inspectFrame = (frame: HTMLIFrameElement, say: (what: string) => void) => {
    if (frame.className !== "galley-frame" || !frame.matches("figure > iframe, figure > .galley-screen > iframe"))
      say("made a <iframe>");
    const card = new DOMParser().parseFromString(frame.srcdoc, "text/html");
    const elements = [...card.querySelectorAll("*")].map(({ localName }) => localName).join(" ");
    if (elements !== "html head style body a b span strong i small") say(`made a frame of ${elements}`);
    for (const { name } of [...card.querySelectorAll("body *")].flatMap(({ attributes }) => [...attributes]))
      if (!/^(?:href|target|referrerpolicy|lang|aria-hidden)$/.test(name)) say(`set ${name} in a frame`);
    if (!/^https:\/\/[a-z.-]+\//.test(card.querySelector("a")?.getAttribute("href") ?? ""))
      say("linked a frame to a forbidden URL");
    if (
      !/^(?:(?:autoplay|fullscreen|encrypted-media|picture-in-picture) https:\/\/[a-z.-]+(?:; |$))+$/.test(frame.allow)
    )
      say(`allowed a frame ${frame.allow}`);
  };

  for (const [index, place] of [...document.querySelectorAll(".case")].entries()) {
    const facts = cases[index];
    const number = facts?.number ?? -1;
    const say = (what: string) => void found.push({ number, what });
    const article = place.firstElementChild;
    if (facts === undefined || place.getAttribute("data-number") !== String(number)) say("made a case of its own");
    if (place.childNodes.length !== 1 || article?.className !== "galley-article") say("left its place");
    if (place.nextElementSibling?.className !== "after") say("swallowed what follows");
    if (article === null || facts === undefined) continue;
    if (article.lastElementChild?.textContent !== facts.last) say("changed the last paragraph");
    const free = (element: Element) => element.closest(".galley-html") !== null;
    if ([...article.querySelectorAll("li")].filter((item) => !free(item)).length !== facts.items) say("changed a list");
    if ([...article.querySelectorAll("td,th")].filter((cell) => !free(cell)).length !== facts.cells)
      say("changed a table");

    for (const element of article.querySelectorAll("*")) {
      const tag = element.localName;
      if (element instanceof HTMLIFrameElement) inspectFrame(element, say);
      else if (FORBIDDEN.has(tag) || element.namespaceURI !== "http://www.w3.org/1999/xhtml") say(`made a <${tag}>`);
      if (
        tag === "style" &&
        (element !== article.firstElementChild || /url|import|[\\<]/i.test(element.textContent ?? ""))
      )
        say("made a style sheet");
      for (const { name, value } of element.attributes) {
        if (!(tag === "iframe" ? FRAME_ATTRIBUTES : ATTRIBUTES).test(name)) say(`set ${name} of a <${tag}>`);
        if (name === "style" && !(tag === "iframe" ? FRAME_STYLES : STYLES).test(value))
          say(`styled a <${tag}> with ${value}`);
        if (["href", "src", "poster", "cite"].includes(name) && isForbiddenLink(value)) say(`linked to ${value}`);
      }
    }
    copy.body.innerHTML = article.outerHTML;
    const first = copy.body.innerHTML;
    copy.body.innerHTML = first;
    if (copy.body.innerHTML !== first) say("parses differently when parsed again");
  }
  // Unfolding changes the layout, so it comes last.
  for (const link of document.querySelectorAll(".case a,.case button")) if (link instanceof HTMLElement) link.click();
  for (const summary of document.querySelectorAll<HTMLElement>(".case summary")) summary.click();
  if (document.querySelectorAll(".case").length !== cases.length) found.push({ number: -1, what: "lost a case" });
  // Cards have traps too. The original frames are lazy and far below the page, so load copies.
  const probes = [...document.querySelectorAll<HTMLIFrameElement>("iframe.galley-frame[srcdoc]")].map(({ srcdoc }) => {
    const probe = document.createElement("iframe");
    probe.srcdoc = srcdoc;
    return new Promise<Finding[]>((resolve) => {
      probe.addEventListener("load", () => resolve(probe.contentWindow?.trips ?? []), { once: true });
      document.body.append(probe);
    });
  });
  const framed = (await Promise.all(probes)).flat();
  // Wait for errors of pictures and for scripts started by clicks.
  const pictures = [...document.images].filter(({ loading }) => loading !== "lazy");
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  await new Promise((resolve) => setTimeout(resolve));
  return [...window.trips, ...framed, ...found];
}
