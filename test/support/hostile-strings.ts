/**
 * Strings that try to become markup, code, style or a request. They run `tripped(<number>)` or fetch from TRIPPED_HOST, so
 * that a page can detect them.
 */
import type { Chance } from "./chance.ts";

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
export function hostileString(random: Chance, number: number): string {
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
