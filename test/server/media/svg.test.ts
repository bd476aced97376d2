import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizeSvg } from "../../../server/media/svg.ts";
import { paintedElements } from "../../../server/media/svg-cost.ts";
import { readElements } from "../../../server/media/svg-parse.ts";
import { runs } from "../../support/chance.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const drawing = (inner: string, attributes = ""): string => `<svg ${NS} ${attributes}>${inner}</svg>`;

function clean(source: string): string {
  const result = sanitizeSvg(source);
  if (!result.ok) throw new Error(result.reason.detail);
  return result.svg;
}

interface Element {
  tag: string;
  attributes: Record<string, string>;
  text: string;
}

/** All elements, read by Python's strict XML parser. */
function parseWithPython(documents: string[]): Element[][] {
  const script = `
import json, sys
from xml.etree import ElementTree
print(json.dumps([[{"tag": e.tag, "attributes": e.attrib, "text": e.text or ""} for e in ElementTree.fromstring(d).iter()] for d in json.load(sys.stdin)]))`;
  const input = JSON.stringify(documents);
  return JSON.parse(execFileSync("python3", ["-c", script], { input, maxBuffer: 1e9, encoding: "utf8" }));
}

/** Forbidden elements and attributes in a sanitised drawing. */
function faults(elements: Element[]): string[] {
  return elements.flatMap(({ tag, attributes, text }, index) => {
    const found: string[] = [];
    if ((index === 0) !== (tag === "{http://www.w3.org/2000/svg}svg" && index === 0)) found.push(`root ${tag}`);
    if (
      !tag.startsWith("{http://www.w3.org/2000/svg}") ||
      /\}(?:script|foreignObject|iframe|handler|listener|object|embed|audio|video|meta|link)$/i.test(tag)
    )
      found.push(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (/^on|^{http:\/\/www.w3.org\/1999\/xlink}|^(?:src|data|action|formaction|to-href)$/i.test(name))
        found.push(`${tag} ${name}`);
      if (name === "href" && !/^#|^data:image\/(?:png|jpe?g|gif|webp);base64,/.test(value))
        found.push(`${tag} href=${value}`);
      if (name === "attributeName" && /href|^on|style|class|id$/i.test(value))
        found.push(`${tag} attributeName=${value}`);
      if (/url\(\s*["']?\s*[^#"'\s]|javascript:|expression\(|\\/i.test(value)) found.push(`${tag} ${name}=${value}`);
    }
    if (tag.endsWith("}style") && /@import|url\(\s*["']?[^#"']|\\|expression|image-set|@font-face|</i.test(text))
      found.push(`style ${text}`);
    return found;
  });
}

const HOSTILE: Record<string, string> = {
  "a script": drawing("<script>alert(1)</script><path d='M0 0'/>"),
  "a script in mixed case": drawing("<SCRIPT>alert(1)</SCRIPT><ScRiPt>alert(1)</ScRiPt>"),
  "a script with a prefix": `<svg ${NS} xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></svg>`,
  "a script in another namespace": drawing('<g xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></g>'),
  "a script from another host": drawing('<script href="https://evil.example/x.js"/>'),
  "event handlers": drawing(
    '<g onload="alert(1)" onclick="alert(1)" ONMOUSEOVER="alert(1)" onbegin="x"/>',
    'onload="alert(1)"',
  ),
  "a handler split by control characters": drawing('<g on\u0001load="alert(1)" o\tnload="x"/>'),
  "foreign HTML": drawing(
    "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><img src='x' onerror='alert(1)'/></body></foreignObject>",
  ),
  "an iframe": drawing('<iframe src="javascript:alert(1)"></iframe><object data="x"/><embed src="x"/>'),
  "a link to a script": drawing(
    '<a href="javascript:alert(1)"><text>x</text></a><a xlink:href=" java&#10;script:alert(1)"><text>x</text></a>',
  ),
  "a link through data": drawing('<a href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;"><text>x</text></a>'),
  "an animated link": drawing(
    '<a><animate attributeName="href" values="javascript:alert(1)"/><set attributeName="xlink:href" to="javascript:alert(1)"/><animate attributeName=" HREF " to="x"/></a>',
  ),
  "an animated handler": drawing(
    '<g><set attributeName="onclick" to="alert(1)"/><set attributeName="style" to="fill:url(https://evil.example)"/></g>',
  ),
  "an animation of an external URL": drawing(
    '<rect><animate attributeName="fill" values="red;url(https://evil.example/x#a)"/><set attributeName="mask" to="url(//evil.example)"/></rect>',
  ),
  "an external drawing": drawing(
    '<use href="https://evil.example/x.svg#a"/><use xlink:href="data:image/svg+xml;base64,PHN2Zz4="/><use href="x.svg#a"/>',
  ),
  "an external picture": drawing(
    '<image href="https://evil.example/pixel.gif"/><image xlink:href="//evil.example/p"/><feImage href="http://evil.example"/>',
  ),
  "a drawing as data in a picture": drawing(
    '<image href="data:image/svg+xml;base64,PHN2Zz48c2NyaXB0Pg=="/><image href="data:image/png;base64,AAAA&quot; onload=&quot;x"/>',
  ),
  "HTML as data in a picture": drawing(
    '<image href="data:text/html;base64,AAAA"/><image href="data:image/png,<svg/>"/>'.replace("<svg/>", "&lt;svg/&gt;"),
  ),
  "an external style sheet": `<?xml-stylesheet type="text/xsl" href="https://evil.example/x.xsl"?>${drawing('<?xml-stylesheet href="data:x"?><g/>')}`,
  "an import in a style": drawing(
    '<style>@import "https://evil.example/x.css";</style><style>@\\69mport url(x);</style>',
  ),
  "a URL in a style": drawing(
    "<style>.a{fill:url(https://evil.example)}</style><style>a{background:URL( 'http://evil.example')}</style><style>a{fill:u\\72l(http://x)}</style>",
  ),
  "a URL hidden by comments": drawing(
    '<style>.a{content:"/*";fill:url(https://evil.example);x:"*/"}</style><style>.a{fill:url(/**/#a)}</style>',
  ),
  "other functions that load": drawing(
    "<style>a{background:image-set('http://evil.example' 1x)}</style><style>@font-face{font-family:x;src:url(http://evil.example)}</style><style>a{cursor:src('x')}</style>",
  ),
  "a style in CDATA": drawing(
    "<style><![CDATA[ .a { background: url(http://evil.example) } ]]></style><style><![CDATA[</style><script>alert(1)</script>]]></style>",
  ),
  "markup that ends a style": drawing("<style>a{}&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>"),
  "a style attribute": drawing(
    '<g style="background:url(https://evil.example)"/><g style="fill:u\\72l(x)"/><g style="fill:red\\9"/><g style="width:expression(alert(1))"/><g style="behavior:url(#default#time2)"/>',
  ),
  "a URL in a drawing attribute": drawing(
    '<rect fill="url(https://evil.example#a)" filter="url(&quot;//evil.example&quot;)" mask="url( x )" cursor="url(data:x), auto" clip-path="URL(x.svg#a)"/>',
  ),
  "a script in CDATA": drawing("<![CDATA[<script>alert(1)</script>]]><g/>"),
  "a script in a comment": drawing("<!-- --><!--><script>alert(1)</script>--><!--- <script>alert(1)</script> --->"),
  "a script behind character references": drawing("<text>&#60;script&#62;alert(1)&#x3c;/script&#x3e;</text>"),
  "references to characters that XML forbids": drawing(
    '<text>&#0;&#1;&#x8;&#xfffe;&#xd800;a</text><g class="&#1;&#x0;b"/>',
  ),
  "a billion laughs": `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>${drawing("<text>&c;&c;&c;</text>")}`,
  "a file as an entity": `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://evil.example"> %p;]>${drawing("<text>&x;</text>")}`,
  "a DOCTYPE that ends early": `<!DOCTYPE svg [<!ENTITY x "]><script>alert(1)</script>">]>${drawing("<text>&x;</text>")}`,
  "a script as an entity": `<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>${drawing("&x;")}`,
  "an attribute from an entity": `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${drawing("<g/>")}`,
  "an attribute that breaks out": drawing(
    '<g id="&quot;/&gt;&lt;script&gt;alert(1)&lt;/script&gt;" class=\'"><script>alert(1)</script>\'/>',
  ),
  "text after the drawing": `${drawing("<g/>")}<script>alert(1)</script>`,
  "a drawing without an end": `<svg ${NS}><g><style>a{fill:red}`,
  "overlapping tags": `<svg ${NS}><g><title></g><script>alert(1)</script></title></svg>`,
  "mutating titles": drawing(
    "<title><style><img src=x onerror=alert(1)></style></title><desc><![CDATA[</desc><script>alert(1)</script>]]></desc>",
  ),
  "names of prototype properties": drawing('<g __proto__="x" constructor="x"/><constructor/><__proto__/>'),
};

/** A drawing of a graphics program, which must stay intact. */
const HARMLESS = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [ <!ENTITY ns_svg "http://www.w3.org/2000/svg"> ]>
<svg version="1.1" xmlns="&ns_svg;" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50" preserveAspectRatio="xMidYMid meet" xml:space="preserve">
<style type="text/css"><![CDATA[ .st0{fill:#FF0000;stroke:rgb(0, 0, 0)} g > path { fill: url(#grad) } @media (max-width: 10px) { .st0 { opacity: .5 } } ]]></style>
<defs><linearGradient id="grad" gradientUnits="userSpaceOnUse" x1="0" x2="1"><stop offset="0" stop-color="#fff" style="stop-opacity:0.5"/></linearGradient>
<clipPath id="clip"><rect width="10" height="10"/></clipPath><mask id="m"><circle r="5"/></mask>
<filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs>
<g transform="translate(10 20) rotate(5)" clip-path="url(#clip)" mask='url("#m")' filter="url(#f)"><path class="st0" d="M0,0 L10 10z"/></g>
<use xlink:href="#grad" x="1"/><text x="5"><tspan dx="2">A &amp; B &lt; C – Grüße 😀</tspan></text>
<image width="1" height="1" xlink:href="data:image/png;base64,iVBORw0KGgo="/>
<circle r="1"><animate attributeName="r" from="1" to="5" dur="2s" repeatCount="indefinite"/><animateTransform attributeName="transform" type="rotate" values="0;360"/></circle>
</svg>`;

describe("sanitizeSvg", () => {
  it("keeps only harmless parts of hostile drawings", () => {
    const cleaned = Object.entries(HOSTILE).flatMap(([name, source]) => {
      const result = sanitizeSvg(source);
      return result.ok ? [{ name, svg: result.svg }] : [];
    });
    expect(cleaned.length).toBeGreaterThan(35);
    const parsed = parseWithPython(cleaned.map(({ svg }) => svg));
    for (const [index, { name, svg }] of cleaned.entries()) {
      expect(faults(parsed[index] ?? []), name).toEqual([]);
      expect(svg, name).not.toMatch(/<!|<\?|evil\.example|&(?!amp;|lt;|gt;|quot;)/);
      expect(svg.length, name).toBeLessThan(600);
    }
  });

  it("keeps a harmless drawing intact", () => {
    const [elements = []] = parseWithPython([clean(HARMLESS)]);
    const find = (tag: string): Element | undefined => elements.find((element) => element.tag.endsWith(`}${tag}`));
    const references = { "clip-path": "url(#clip)", mask: 'url("#m")', filter: "url(#f)" };
    for (const [tag, attributes] of Object.entries({
      svg: { viewBox: "0 0 100 50", preserveAspectRatio: "xMidYMid meet", version: "1.1" },
      linearGradient: { id: "grad", gradientUnits: "userSpaceOnUse", x1: "0", x2: "1" },
      stop: { style: "stop-opacity:0.5" },
      g: { transform: "translate(10 20) rotate(5)", ...references },
      use: { href: "#grad", x: "1" },
      image: { href: "data:image/png;base64,iVBORw0KGgo=" },
      feGaussianBlur: { stdDeviation: "2" },
      animate: { attributeName: "r", to: "5" },
      animateTransform: { type: "rotate" },
    }))
      expect(find(tag), tag).toMatchObject({ attributes });
    expect(find("style")?.text).toContain("g > path { fill: url(#grad) }");
    expect(find("tspan")?.text).toBe("A & B < C – Grüße 😀");
  });

  it.each([
    ["an HTML page", "<!doctype html><html><svg></svg></html>"],
    ["plain text", "hello"],
    ["empty text", ""],
    ["another root", `<svgx ${NS}></svgx>`],
    ["two roots", `${drawing("")}${drawing("")}`],
    ["an endless comment", "<!-- <svg></svg>"],
    ["an endless DOCTYPE", `<!DOCTYPE svg [ <!ENTITY a "x" ${drawing("")}`],
    ["very deep nesting", `<svg ${NS}>${"<g>".repeat(200_000)}`],
  ])("refuses %s", (_name, source) => {
    expect(sanitizeSvg(source)).toMatchObject({ ok: false, reason: { code: expect.stringMatching(/^media\.svg_/) } });
  });

  it("takes linear time for long prologs", () => {
    expect(sanitizeSvg(`${"<!-- x -->".repeat(200_000)}${drawing("")}`).ok).toBe(true);
    for (const source of ["<?".repeat(100_000), `<!DOCTYPE svg [${"'".repeat(99_999)}`])
      expect(sanitizeSvg(source).ok).toBe(false);
  });

  it("does not change its own output", () => {
    const tags =
      "<g>|</g>|<g/>|<style>|</style>|<title>|</title>|<text>|</text>|<script>|</script>|<![CDATA[|]]>|<!--|-->";
    const parts = `<?x|?>|<a href='|'|"|>|/>|<|&|&lt;|&#60;|&quot;| onload='x' | style='|fill:url(#a)|url(x)|\\|<!DOCTYPE|[|]`;
    const piece = fc.constantFrom(...tags.split("|"), ...parts.split("|"), "x", "\u0001", " id='a'");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const first = sanitizeSvg(drawing(pieces.join("")));
        if (!first.ok) return;
        expect(readElements(first.svg)).not.toBeNull();
        expect(sanitizeSvg(first.svg)).toMatchObject({ ok: true, svg: first.svg });
        const tags = [...first.svg.matchAll(/<\w+(?:\s[\w:.-]+="[^"<]*")*>/g)].map(([tag]) =>
          tag.replace(/="[^"]*"/g, ""),
        );
        expect(tags.join("")).not.toMatch(/<script|\son/i);
        expect(first.svg).not.toMatch(/<!|<\?|<script/i);
      }),
      { numRuns: runs(200, 2_000) },
    );
  });
});

/** Closes every element with its own tag, like the sanitiser. */
const svg = (inner: string, attributes = ""): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inner.replace(/<(\w+)([^<>]*)\/>/g, "<$1$2></$1>")}</svg>`;

/** Nine levels, each of which paints something ten times. */
function levels(first: string, of: (level: number, ten: (text: (to: number) => string) => string) => string): string {
  const ten = (level: number) => (text: (to: number) => string) => text(level - 1).repeat(10);
  return svg(first + Array.from({ length: 9 }, (_, index) => of(index + 1, ten(index + 1))).join(""));
}

const RECT = '<rect width="1" height="1"/>';
/** Elements of one type, each of which refers ten times to the element of the previous level. */
const nested = (tag: string, reference: (to: number) => string) =>
  levels(`<${tag} id="l0">${RECT}</${tag}>`, (n, ten) => `<${tag} id="l${n}">${ten(reference)}</${tag}>`);

const BOMBS: Record<string, string> = {
  "use of use": nested("g", (to) => `<use href="#l${to}"/>`),
  "use with xlink:href": nested("g", (to) => `<use xlink:href="#l${to}"/>`),
  "names with escapes": nested("g", (to) => `<use href="#%6c${to}"/>`),
  symbols: nested("symbol", (to) => `<use href="#l${to}"/>`),
  patterns: nested("pattern", (to) => `<rect fill="url(#l${to})"/>`),
  masks: nested("mask", (to) => `<rect mask="url(&quot;#l${to}&quot;)"/>`),
  "clip paths": nested("clipPath", (to) => `<rect clip-path="url( #l${to} )"/>`),
  "style attributes": nested("mask", (to) => `<rect style="x:1;/**/MASK : url('#l${to}')"/>`),
  "an animation of a reference": nested("mask", (to) => `<rect><set attributeName="mask" to="url(#l${to})"/></rect>`),
  "markers at every point of a line": levels(
    `<marker id="l0">${RECT}</marker>`,
    (n) => `<marker id="l${n}"><path marker-mid="url(#l${n - 1})" d="M0 0L1 1L1 1L1 1L1 1"/></marker>`,
  ),
  "points that an animation adds": levels(
    `<marker id="l0">${RECT}</marker>`,
    (n) =>
      `<marker id="l${n}"><path marker-mid="url(#l${n - 1})"><animate attributeName="d" to="M0 0L1 1L1 1L1 1L1 1"/></path></marker>`,
  ),
  "pictures in filters": levels(
    `<g id="l0">${RECT}</g>`,
    (n, ten) =>
      `<filter id="f${n}">${ten((to) => `<feImage href="#l${to}"/>`)}</filter><g id="l${n}" filter="url(#f${n})"/>`,
  ),
  "a style sheet": `${levels(
    `<mask id="l0">${RECT}</mask>`,
    (n, ten) =>
      `<style>@media all{ mask > .x.l${n}:not(.b, .c) { mask:url(#l${n - 1}) } }</style><mask id="l${n}">${ten(() => `<rect class="x l${n}"/>`)}</mask>`,
  )}`,
  "a variable of a style sheet": levels(
    `<mask id="l0">${RECT}</mask>`,
    (n, ten) =>
      `<style>#m${n} {--x: url(#l${n - 1})}</style><mask id="l${n}"><g id="m${n}">${ten(() => '<rect style="mask:var(--x)"/>')}</g></mask>`,
  ),
  "a pattern that shapes inherit": levels(
    `<pattern id="l0">${RECT}</pattern>`,
    (n, ten) => `<g fill="url(#l${n - 1})"><pattern id="l${n}">${ten(() => RECT)}</pattern></g>`,
  ),
  "a pattern that used shapes inherit": levels(
    `<g id="ten">${RECT.repeat(10)}</g><pattern id="l0">${RECT}</pattern>`,
    (n) => `<pattern id="l${n}"><use href="#ten" fill="url(#l${n - 1})"/></pattern>`,
  ),
  "a mask that is inherited": levels(
    `<mask id="l0">${RECT}</mask>`,
    (n, ten) => `<mask id="l${n}"><g mask="url(#l${n - 1})">${ten(() => '<rect mask="inherit"/>')}</g></mask>`,
  ),
  "a long line used many times": svg(
    `<path id="a" d="M0 0${"L1 1".repeat(200_000)}"/>${'<use href="#a"/>'.repeat(20_000)}`,
  ),
};

it("rejects the upload of a drawing that is too expensive to paint", async () => {
  const { editor } = await (await startNewsroom()).article("m");
  const bomb = BOMBS["use of use"] ?? "";
  expect(bomb.length).toBeLessThan(3_000);
  const refused = await editor("POST", "/media?name=logo.svg", Buffer.from(bomb));
  expect(refused.status).toBe(415);
  expect(JSON.stringify(await refused.json())).toContain('"media.svg_cost"');
  expect((await editor("POST", "/media?name=logo.svg", Buffer.from(svg(RECT)))).status).toBe(201);
});

describe("paintedElements", () => {
  it.each(Object.entries(BOMBS))("rejects %s", (_name, source) => {
    expect(sanitizeSvg(source)).toMatchObject({ ok: false, reason: { code: "media.svg_cost" } });
  });

  it.each([
    ["use", '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
    ["use of itself", '<g id="a"><use href="#a"/></g>'],
    ["patterns", '<pattern id="a"><rect fill="url(#b)"/></pattern><pattern id="b"><rect fill="url(#a)"/></pattern>'],
    ["a style sheet", '<style>.m{mask:url(#a)}</style><mask id="a"><rect class="m"/></mask>'],
  ])("rejects circular references through %s", (_name, inner) => {
    expect(sanitizeSvg(svg(inner))).toMatchObject({ ok: false, reason: { code: "media.svg_circular" } });
  });

  it("accepts large drawings of graphics programs", () => {
    const gradient = '<linearGradient id="g0"><stop offset="0"/></linearGradient><linearGradient id="g" href="#g0"/>';
    const arrow = '<marker id="m"><path d="M0 0L1 1z"/></marker>';
    const map = `${gradient}${arrow}<style>.a,.b{fill:url(#g)} path{stroke:rgb(1,2,3)} .c{clip-path:url(#k)}</style><clipPath id="k"><rect/></clipPath><g class="c">${'<path class="a" d="M0 0L10 10C1 2 3 4 5 6z"/>'.repeat(5_000)}</g>`;
    const icons = `<symbol id="i">${RECT.repeat(20)}</symbol>${'<use href="#i" fill="url(#g)"/>'.repeat(1_000)}`;
    const dance = '<path id="p" d="M0 0"><animateMotion><mpath href="#p"/></animateMotion></path>';
    const text = '<path id="q" d="M0 0L1 1"/><text><textPath href="#q">Along</textPath></text>';
    const lines = '<path d="M0 0L1 1L2 2" marker-end="url(#m)" style="marker-start:url(#m)"/>'.repeat(1_000);
    for (const inner of [map, gradient + icons, dance, text, arrow + lines, RECT.repeat(20_000)]) {
      expect(sanitizeSvg(svg(inner))).toMatchObject({ ok: true });
    }
  });

  it("counts the elements that nested uses paint", () => {
    // Each group paints some rectangles and some earlier groups.
    const groups = fc.array(fc.record({ rects: fc.nat(3), uses: fc.array(fc.nat(), { maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(groups, (drawn) => {
        const costs: number[] = [];
        const parts = drawn.map(({ rects, uses }, index) => {
          const targets = index === 0 ? [] : uses.map((use) => use % index);
          costs.push(1 + rects + targets.reduce((sum, to) => sum + 1 + (costs[to] ?? 0), 0));
          return `<g id="n${index}">${"<rect/>".repeat(rects)}${targets.map((to) => `<use href="#n${to}"/>`).join("")}</g>`;
        });
        const expected = 1 + costs.reduce((sum, cost) => sum + cost, 0);
        const counted = paintedElements(readElements(svg(parts.join(""))) ?? []);
        expect(counted).toBeGreaterThanOrEqual(expected);
        // Attributes add a little weight.
        expect(counted).toBeLessThan(expected * 1.1 + 1);
      }),
      { numRuns: runs(30, 100) },
    );
  });

  it("takes linear time for any graph", () => {
    const n = runs(10_000, 20_000);
    const chain = Array.from({ length: n }, (_, i) => `<use id="a${i}" href="#a${i + 1}"/>`).join("");
    const selectors = Array.from({ length: n / 2 }, (_, i) => `.c${i % 50}`).join(",");
    const properties = "mask:url(#m);".repeat(n / 2);
    const classes = Array.from({ length: 50 }, (_, i) => `c${i}`).join(" ");
    const deep = `${"<g>".repeat(240)}${"<rect/>".repeat(n)}${"</g>".repeat(240)}`;
    for (const source of [
      svg(chain),
      svg(`<style>${selectors}{${properties}}</style><mask id="m"/>${`<g class="${classes}"/>`.repeat(2_000)}`),
      svg(`<style>${"a{".repeat(100_000)}</style>`),
      svg(`<style>${"(".repeat(500_000)}{}</style>`),
      svg(`<style>${"'".repeat(500_001)}</style>`),
      svg(`<style>${"a".repeat(500_000)}{mask:url(#x)}</style>`),
      svg(deep, ' fill="url(#x)"'),
    ])
      expect(paintedElements(readElements(source) ?? [])).toBeGreaterThan(0);
  });
});
