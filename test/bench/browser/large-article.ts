/** Saves an article with uploaded pictures and opens a browser for it. */
import { type Browser, chromium } from "@playwright/test";
import config from "../../../playwright.config.ts";
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import { makePng } from "../../../server/receiver-check/check-articles.ts";
import { editorOf, openSession, type Site, saveState, startSite, uploadFile } from "../../support/site.ts";
import { paragraphs } from "../load/requests.ts";
import { type BenchAppliance, startAppliance, type Workshop } from "../workshop.ts";

export type SavedArticle = Awaited<ReturnType<typeof saveArticle>>;

const BROWSER_ARGS = [
  // At 60 frames a second, a key press would mostly measure the wait for the next frame.
  "--disable-frame-rate-limit",
  "--disable-gpu-vsync",
  // Two pages take turns; Chromium must not throttle the one in the background.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];
const WIDTH = 640;
const HEIGHT = 400;

interface Size {
  words: number;
  figures: number;
}

/** Runs `measure` with an article of this size, whose site accepts every save. */
export async function withArticle<T>(
  workshop: Workshop,
  size: Size,
  measure: (browser: Browser, article: SavedArticle) => Promise<T>,
): Promise<T> {
  const appliance = await startAppliance(workshop);
  const site = await startSite();
  const { args = [], ...launch } = config.use?.launchOptions ?? {};
  const browser = await chromium.launch({ ...launch, args: [...args, ...BROWSER_ARGS] });
  try {
    return await measure(browser, await saveArticle(appliance, site, size));
  } finally {
    await browser.close();
    await site.close();
  }
}

async function saveArticle({ url, createProject }: BenchAppliance, site: Site, size: Size) {
  const keys = await createProject();
  const open = () => openSession(url, keys, { material_id: "large", callback_url: site.callbackUrl });
  const session = await open();
  const pictures = new Map<string, Buffer>();
  for (let index = 0; index < size.figures; index++) {
    const bytes = await makePng(WIDTH, HEIGHT, [index, 255 - index, 128]);
    pictures.set(await uploadFile(session, `picture-${index}.png`, bytes), bytes);
  }
  const doc = documentOf(paragraphs(size.words), [...pictures.keys()]);
  await saveState(session, { format: "galley/1", doc, assets: {} });
  /** Whether no tab has the article open, so that the next one can write immediately. */
  const loaded = async () => (await (await editorOf(session)("GET", "")).json()) as EditorSession;
  const isFree = async () => (await loaded()).people.length === 0;
  return { url: (await open()).url, doc, pictures, isFree };
}

/** Spreads the pictures evenly between the paragraphs. */
function documentOf(texts: string[], files: string[]): object {
  const content = texts.flatMap((text, index) => {
    const paragraph = { type: "paragraph", content: [{ type: "text", text }] };
    const from = Math.round((index * files.length) / texts.length);
    const to = Math.round(((index + 1) * files.length) / texts.length);
    const figures = files.slice(from, to).map((file) => ({
      type: "figure",
      attrs: { file, alt: "A picture" },
      content: [{ type: "text", text: "What it shows" }],
    }));
    return [paragraph, ...figures];
  });
  return { type: "doc", content };
}
