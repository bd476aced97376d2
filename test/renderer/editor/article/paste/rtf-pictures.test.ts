import { expect, it } from "vitest";
import { rtfPictures } from "../../../../../renderer/editor/article/paste/pasted-html.ts";

const summaryOf = (rtf: string) => rtfPictures(rtf).map((file) => (file === null ? null : `${file.name} ${file.size}`));

it("finds each picture once, in text order", () => {
  const first =
    "{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn x}{\\sv 7f}}}\\picw10\\pngblip\\bliptag1{\\*\\blipuid aabb}\r\n8950\r\n4e47}}";
  const again = "{\\nonshppict{\\pict\\wmetafile8 0100}}";
  expect(summaryOf(`{\\rtf1 A \\par ${first}${again} B {\\pict\\jpegblip ffd8ff}{\\pict\\emfblip 0100}}`)).toEqual([
    "pasted-1.png 4",
    "pasted-2.jpg 3",
    null,
  ]);
});

it("ignores broken pictures", () => {
  expect(summaryOf("{\\pict\\pngblip 895}")).toEqual([null]);
  expect(summaryOf("{\\pict\\pngblip")).toEqual([null]);
  expect(summaryOf("{\\pict\\pngblip\\bin4 \\abcd}")).toEqual([null]);
  expect(summaryOf(`{\\pict\\pngblip ${"{".repeat(100_000)}8950`)).toEqual([null]);
  expect(summaryOf("{\\pict\\pngblip 89}".repeat(501))).toEqual([]);
  expect(summaryOf("no pictures, \\picprop and \\picw5 alone")).toEqual([]);
});
