/** Minimal files of every accepted type and some rejected ones. Pictures are 3 by 2 pixels. */
import { makeZip } from "./archives.ts";

const picture = (base64: string): Buffer => Buffer.from(base64, "base64");
const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const zeros = (count: number): number[] => new Array<number>(count).fill(0);
/** The first page of an Ogg stream with one packet. */
const ogg = (packet: string): Buffer => bytes("OggS", [0, 2], zeros(20), [1, packet.length], packet, zeros(40));
/** An ISO media file's first box. */
const isoMedia = (brand: string, ...compatible: string[]): Buffer => {
  const brands = [brand, "\0\0\0\0", ...compatible].join("");
  return bytes([0, 0, 0, 8 + brands.length], "ftyp", brands, [0, 0, 0, 8], "free", zeros(16));
};

export const JPG = picture(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8Q" +
    "EBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ" +
    "EBAQEBAQEBD/wAARCAACAAMDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAV" +
    "AQEBAAAAAAAAAAAAAAAAAAAHCf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ADoDFU3/2Q==",
);
export const PNG = picture(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACAQMAAACnuvRZAAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAA" +
    "dTAAAOpgAAA6mAAAF3CculE8AAAABlBMVEX/AAD///9BHTQRAAAAAWJLR0QB/wIt3gAAAAd0SU1FB+oLFQgqD5rbhPkAAAAMSURB" +
    "VAjXY2BgYAAAAAQAASc0JwoAAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMjFUMDg6NDI6MTUrMDA6MDDGAdnRAAAAJXRFWHRk" +
    "YXRlOm1vZGlmeQAyMDI2LTExLTIxVDA4OjQyOjE1KzAwOjAwt1xhbQAAAABJRU5ErkJggg==",
);
export const GIF = picture("R0lGODlhAwACAPAAAP8AAAAAACH5BAAAAAAALAAAAAADAAIAAAIChF8AOw==");
export const BMP = picture(
  "Qk2iAAAAAAAAAIoAAAB8AAAAAwAAAAIAAAABABgAAAAAABgAAAAAAAAAAAAAAAAAAAAAAAAAAAD/AAD/AAD/AAAAAAAA/0JHUnMA" +
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAD/AAD/AAD/AAAA" +
    "AAD/AAD/AAD/AAAA",
);
export const WEBP = picture(
  "UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoDAAIAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8gP+QH/ID/+PIAAAA=",
);
export const ICO = picture(
  "AAABAAEAAwIAAAEAIABIAAAAFgAAACgAAAADAAAABAAAAAEAIAAAAAAAGAAAAAAAAAAAAAAAAAAAAAAAAAAAAP//AAD//wAA//8A" +
    "AP//AAD//wAA//8AAAAAAAAAAA==",
);
export const AVIF = picture(
  "AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA" +
    "AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAHAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA" +
    "AGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAADAAAAAgAA" +
    "ABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACRtZGF0EgAKBRgEKwIQMhEYAAooooQAALATVl9ApOsM/A==",
);

/** The JPEG with an EXIF orientation; 6 rotates it by 90°. */
export function rotatedJpg(orientation: number): Buffer {
  const tiff = bytes("MM", [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
  const exif = bytes([0xff, 0xe1, 0, 8 + tiff.length], "Exif\0\0", tiff.toString("latin1"));
  return Buffer.concat([JPG.subarray(0, 2), exif, JPG.subarray(2)]);
}

export const MP4 = isoMedia("isom", "isom", "mp41");
export const M4V = isoMedia("M4V ", "mp42");
export const M4A = isoMedia("M4A ", "mp42");
export const MOV = isoMedia("qt  ");
export const HEIC = isoMedia("heic", "mif1");
export const WEBM = bytes([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], "webm", zeros(32));
export const MKV = bytes([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88], "matroska", zeros(32));
export const OGV = ogg("\x80theora");
/** A video whose first stream is an index. */
export const OGV_WITH_SKELETON = Buffer.concat([ogg("fishead\0"), ogg("\x01vorbis"), ogg("\x80theora")]);
export const OGG = ogg("\x01vorbis");
export const OPUS = ogg("OpusHead");
export const SPEEX = ogg("Speex   1.2");
export const MP3 = bytes([0xff, 0xfb, 0x90, 0x64], zeros(413));
export const MP3_WITH_ID3 = Buffer.concat([bytes("ID3", [3, 0, 0, 0, 0, 0, 10], zeros(10)), MP3]);
export const WAV = bytes(
  "RIFF",
  [36, 0, 0, 0],
  "WAVEfmt ",
  [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0],
  "data",
  zeros(4),
);
export const AAC = bytes([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], zeros(32));
export const PDF = bytes("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
export const EXE = bytes("MZ", [0x90, 0, 3, 0, 0, 0, 4, 0], zeros(200));
export const ELF = bytes([0x7f], "ELF", [2, 1, 1, 0], zeros(100));
export const TIFF = bytes("II", [42, 0, 8, 0, 0, 0], zeros(32));
export const GZIP = bytes([0x1f, 0x8b, 8], zeros(20));
export const ZIP = await makeZip([{ name: "readme.txt", data: "{}", deflated: true }]);
export const DOT_LOTTIE = await makeZip([{ name: "manifest.json", data: "{}", deflated: true }]);
export const LOTTIE = JSON.stringify({ v: "5.7.0", fr: 30, ip: 0, op: 60, w: 10, h: 10, layers: [] });
export const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><path d="M0 0h9v9z"/></svg>';
