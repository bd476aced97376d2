import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizeSvg } from "../../../server/media/svg.ts";
import { paintedElements } from "../../../server/media/svg-cost.ts";
import { readElements } from "../../../server/media/svg-parse.ts";
import { runs } from "../../support/chance.ts";
import { startNewsroom } from "../../support/newsroom.ts";

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
