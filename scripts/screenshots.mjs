/** `npm run screenshots`: takes the screenshots of README.md and docs/ again, into docs/images. */
import path from "node:path";
import { builtWithBrowser, followNode, PLAYWRIGHT } from "./lib/prepare.mjs";
import { root, runMain } from "./lib/project.mjs";

const PICTURES = ["console-screenshots", "editor-screenshots", "desktop-screenshots", "article-html-variables"];

runMain(async () => {
  process.chdir(root);
  return followNode([PLAYWRIGHT, "test", "-c", "test/nightly/e2e", ...PICTURES, "--reporter=list"], {
    CHROMIUM_PATH: await builtWithBrowser(),
    GALLEY_SCREENSHOTS: path.join(root, "docs", "images"),
  });
});
