/** `npx node scripts/draw-icons.mjs`: draws the committed icons with the system's Chromium. Run it after changing an SVG. */
import fs from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { root } from "./lib/project.mjs";

const icons = path.join(root, "resources", "icons");
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];
/** Up to this many pixels, the lines of the full logo blur. */
const SMALL = 32;

/** macOS uses only the alpha channel of a template. */
const template = (/** @type {string} */ svg) =>
  svg.replaceAll('fill="#fcfaf4"', 'fill="none"').replaceAll(/#1c1b19|#1f57c3|#c0271b/g, "#000");

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();

/** @param {string} svg @param {number} size pixels of each side */
async function draw(svg, size) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

/** Badges of the tray icon. The logo is cut away around a badge, and the sign out of it, so that templates show both. */
const BADGES = {
  Trouble: {
    colour: "#c0271b",
    sign: '<rect x="11" y="9" width="2" height="3"/><rect x="11" y="13" width="2" height="1"/>',
  },
  Paused: {
    colour: "#1c1b19",
    sign: '<rect x="10" y="10" width="1" height="4"/><rect x="13" y="10" width="1" height="4"/>',
  },
};
/** @param {string} svg @param {{ colour: string, sign: string }} badge */
const badged = (svg, { colour, sign }) => {
  const [head = "", mark = ""] = svg.split(/(?<=<svg[^>]*>)/);
  const cut = (/** @type {string} */ id, /** @type {string} */ shape) =>
    `<mask id="${id}"><rect width="16" height="16" fill="white"/><g fill="black">${shape}</g></mask>`;
  return `${head}${cut("around", '<circle cx="12" cy="12" r="5"/>')}${cut("sign", sign)}
    <g mask="url(#around)">${mark.replace("</svg>", "")}</g>
    <circle cx="12" cy="12" r="4" fill="${colour}" mask="url(#sign)"/><g fill="#fcfaf4">${sign}</g></svg>`;
};

const full = fs.readFileSync(path.join(icons, "galley.svg"), "utf8");
const small = fs.readFileSync(path.join(icons, "galley-small.svg"), "utf8");
/** @type {Map<number, Buffer>} */
const drawn = new Map();
for (const size of SIZES) drawn.set(size, await draw(size <= SMALL ? small : full, size));
const png = (/** @type {number} */ size) => drawn.get(size) ?? Buffer.alloc(0);

for (const size of SIZES.slice(0, -1)) fs.writeFileSync(path.join(icons, `${size}x${size}.png`), png(size));
for (const [scale, suffix] of /** @type {const} */ ([
  [1, ""],
  [2, "@2x"],
])) {
  for (const [name, svg] of [
    ["", small],
    ...Object.entries(BADGES).map(([kind, badge]) => [kind, badged(small, badge)]),
  ]) {
    fs.writeFileSync(path.join(icons, `tray${name}${suffix}.png`), await draw(svg ?? "", 16 * scale));
    fs.writeFileSync(path.join(icons, `tray${name}Template${suffix}.png`), await draw(template(svg ?? ""), 16 * scale));
  }
}
fs.writeFileSync(path.join(icons, "icon.ico"), windowsIcon([16, 32, 48, 64, 128, 256]));
fs.writeFileSync(
  path.join(icons, "icon.icns"),
  macIcon([
    ["ic11", 32],
    ["ic12", 64],
    ["ic07", 128],
    ["ic08", 256],
    ["ic09", 512],
    ["ic10", 1024],
  ]),
);
await browser.close();

/** An .ico of PNG entries: a header, a directory of 16 bytes an entry, then the pictures. @param {number[]} sizes */
function windowsIcon(sizes) {
  let offset = 6 + 16 * sizes.length;
  const directory = sizes.flatMap((size) => {
    const { length } = png(size);
    offset += length;
    return [Buffer.from([size % 256, size % 256, 0, 0]), uint16s(1, 32), uint32s(length, offset - length)];
  });
  return Buffer.concat([uint16s(0, 1, sizes.length), ...directory, ...sizes.map(png)]);
}

/** An .icns: type, length and PNG of each entry, after a header with the length of all. @param {[string, number][]} entries */
function macIcon(entries) {
  const parts = entries.map(([type, size]) =>
    Buffer.concat([Buffer.from(type), uint32s(png(size).length + 8).swap32(), png(size)]),
  );
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([Buffer.from("icns"), uint32s(length).swap32(), ...parts]);
}

/** In the byte order of this machine, which is little-endian wherever Node runs desktop programs. @param {number[]} values */
function uint16s(...values) {
  return Buffer.from(Uint16Array.from(values).buffer);
}

/** In the byte order of this machine. @param {number[]} values */
function uint32s(...values) {
  return Buffer.from(Uint32Array.from(values).buffer);
}
