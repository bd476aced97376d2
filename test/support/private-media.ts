/** Small files of every kind with private metadata: place, serial number, name, a thumbnail. */
import { ascii, joined, u8, u16, u32, zeros } from "./bytes.ts";
import { pngChunk } from "./drawn-png.ts";
import { AVIF, GIF, JPG, PNG, WEBP } from "./sample-media.ts";

/** Present wherever a file can contain private data. */
export const SECRET = "59.9386N SERIAL-0042";

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = joined(...content);
  return joined(u32(body.length + 8), ascii(type), body);
};

/** Little-endian EXIF with an orientation and the secret. */
function tiff(orientation: number): Buffer {
  const head = ascii("II*\0\x08\0\0\0");
  const entry = u8(0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0);
  return joined(head, u8(1, 0), entry, zeros(4), ascii(`${SECRET} THUMBNAIL`));
}

function jpegPart(marker: number, ...content: Buffer[]): Buffer {
  const body = joined(...content);
  return joined(u8(0xff, marker), u16(body.length + 2), body);
}

/** The sample with private segments, and a second picture after the end of the first. */
function jpeg(orientation: number): Buffer {
  return joined(
    JPG.subarray(0, 20),
    jpegPart(0xe0, ascii(`JFXX\0\x10${SECRET}`)),
    jpegPart(0xe1, ascii("Exif\0\0"), tiff(orientation)),
    jpegPart(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0${SECRET}`)),
    jpegPart(0xe2, ascii(`MPF\0${SECRET}`)),
    jpegPart(0xed, ascii(`Photoshop 3.0\0${SECRET}`)),
    jpegPart(0xfe, ascii(SECRET)),
    JPG.subarray(20),
    JPG,
    ascii(SECRET),
  );
}

function png(orientation: number): Buffer {
  return joined(
    PNG.subarray(0, 33),
    pngChunk("eXIf", tiff(orientation)),
    pngChunk("tEXt", ascii(`Author\0${SECRET}`)),
    pngChunk("zTXt", ascii(`Comment\0\0${SECRET}`)),
    pngChunk("caBX", ascii(SECRET)),
    PNG.subarray(33),
    ascii(SECRET),
  );
}

function webpChunk(type: string, data: Buffer): Buffer {
  return joined(ascii(type), u32(data.length).swap32(), data, zeros(data.length % 2));
}

function webp(orientation: number): Buffer {
  const vp8x = webpChunk("VP8X", u8(0x0c, 0, 0, 0, 2, 0, 0, 1, 0, 0));
  const chunks = [webpChunk("EXIF", tiff(orientation)), webpChunk("XMP ", ascii(SECRET))];
  const body = joined(ascii("WEBP"), vp8x, WEBP.subarray(12), ...chunks);
  return joined(webpChunk("RIFF", body), ascii(SECRET));
}

function gif(): Buffer {
  const block = (text: string): Buffer => joined(u8(text.length), ascii(text));
  const loops = joined(u8(0x21, 0xff), block("NETSCAPE2.0"), u8(3, 1, 0, 0, 0));
  const xmp = joined(u8(0x21, 0xff), block("XMP DataXMP"), block(SECRET), u8(0));
  const comment = joined(u8(0x21, 0xfe), block(SECRET), u8(0));
  return joined(GIF.subarray(0, 19), loops, xmp, comment, GIF.subarray(19), ascii(SECRET));
}

/** The sample with items for EXIF and XMP, and a box of a program. */
function avif(): Buffer {
  const boxOf = (type: string): Buffer => {
    const at = AVIF.indexOf(type) - 4;
    return AVIF.subarray(at, at + AVIF.readUInt32BE(at));
  };
  const pixels = AVIF.subarray(AVIF.indexOf("mdat") + 4);
  const exif = joined(u32(0), tiff(1));
  const xmp = ascii(SECRET);
  const infe = (id: number, type: string, rest = "") =>
    box("infe", u32(0x02000000), u16(id, 0), ascii(`${type}\0${rest}`));
  const iinf = box("iinf", u32(0), u16(3), infe(1, "av01"), infe(2, "Exif"), infe(3, "mime", "application/rdf+xml\0"));
  const metaOf = (start: number): Buffer => {
    let at = start;
    const places = [pixels, exif, xmp].flatMap(({ length }, index) => {
      at += length;
      return [u16(index + 1, 0, 1), u32(at - length, length)];
    });
    const iloc = box("iloc", u32(0), u8(0x44, 0x00), u16(3), ...places);
    return box("meta", u32(0), boxOf("hdlr"), boxOf("pitm"), iloc, iinf, boxOf("iprp"));
  };
  const ftyp = AVIF.subarray(0, 28);
  const note = box("uuid", Buffer.alloc(16, 7), ascii(SECRET));
  const before = ftyp.length + metaOf(0).length + note.length;
  return joined(ftyp, metaOf(before + 8), note, box("mdat", pixels, exif, xmp));
}

const hdlr = (kind: string) => box("hdlr", u32(0, 0), ascii(kind), zeros(13));

/** A video with a picture track and a track of camera measurements. */
function mp4(): Buffer {
  const ftyp = box("ftyp", ascii("isom\0\0\0\0isommp41"));
  const track = (kind: string, start: number, length: number) => {
    const places = [box("stsc", u32(0, 1, 1, 1, 1)), box("stsz", u32(0, 0, 1, length)), box("stco", u32(0, 1, start))];
    const media = box("mdia", hdlr(kind), box("minf", box("stbl", ...places)));
    return box("trak", box("tkhd", zeros(84)), box("udta", ascii(SECRET)), media);
  };
  const moov = (start: number): Buffer =>
    box(
      "moov",
      box("mvhd", zeros(100)),
      track("vide", start, 6),
      track("meta", start + 6, SECRET.length),
      box("udta", box("\xa9xyz", ascii(SECRET)), box("meta", ascii(SECRET))),
      box("uuid", Buffer.alloc(16, 9), ascii(SECRET)),
    );
  const start = ftyp.length + moov(0).length + 8;
  return joined(ftyp, moov(start), box("mdat", ascii("PIXELS"), ascii(SECRET)), box("free", ascii(SECRET)));
}

/** The same video in fragments: an empty index, then a fragment per track with its samples. */
export function fragmentedMp4(): Buffer {
  const track = (id: number, kind: string) =>
    box("trak", box("tkhd", u32(0, 0, 0, id), zeros(68)), box("mdia", hdlr(kind)));
  const trex = (id: number) => box("trex", u32(0, id, 1, 0, SECRET.length, 0));
  const fragment = (offset: number) =>
    box(
      "moof",
      box("traf", box("tfhd", u32(0x20000, 1)), box("trun", u32(0x201, 1, offset, 6))),
      box("traf", box("tfhd", u32(0x20000, 2)), box("trun", u32(0x1, 2, offset + 6)), box("udta", ascii(SECRET))),
    );
  return joined(
    box("ftyp", ascii("iso5\0\0\0\0iso5mp41")),
    box("moov", box("mvhd", zeros(100)), track(1, "vide"), track(2, "meta"), box("mvex", trex(1), trex(2))),
    fragment(fragment(0).length + 8),
    box("mdat", ascii(`PIXELS${SECRET}${SECRET}`)),
  );
}

/** An element whose size has one byte or eight. */
function ebml(id: string, ...content: Buffer[]): Buffer {
  const body = joined(...content);
  const size = body.length < 0x7f ? u8(0x80 | body.length) : joined(u8(1, 0, 0, 0), u32(body.length));
  return joined(Buffer.from(id, "hex"), size, body);
}

/** @param live recorded live: neither the segment nor its clusters declare their size */
export function webm(live = false): Buffer {
  const open = (id: string, ...content: Buffer[]) =>
    live ? joined(Buffer.from(`${id}01ffffffffffffff`, "hex"), ...content) : ebml(id, ...content);
  const tag = ebml("67c8", ebml("45a3", ascii("LOCATION")), ebml("4487", ascii(SECRET)));
  const tags = ebml("1254c367", ebml("7373", tag));
  const file = ebml("61a7", ebml("466e", ascii(SECRET)), ebml("465c", ascii(`${SECRET} THUMBNAIL`)));
  // A block can contain bytes that look like an element's id.
  const cluster = open("1f43b675", ebml("e7", u8(0)), ebml("a3", ascii("PIXELS\x53\x6e\x81x")));
  const info = ["7ba9", "4d80", "5741", "4461"].map((id) => ebml(id, ascii(SECRET)));
  const track = ebml("ae", ebml("d7", u8(1)), ebml("83", u8(1)), ebml("536e", ascii(SECRET)));
  const head = [ebml("1549a966", ...info), ebml("1654ae6b", track)];
  const film = open("18538067", ...head, cluster, tags, cluster, ebml("1941a469", file));
  return joined(ebml("1a45dfa3", ebml("4282", ascii("webm"))), film);
}

export const PRIVATE_MEDIA = {
  jpg: jpeg(1),
  png: png(1),
  webp: webp(1),
  gif: gif(),
  avif: avif(),
  mp4: mp4(),
  webm: webm(),
} as const;

/** The same, rotated by 90°. */
export const ROTATED_MEDIA = { jpg: jpeg(6), png: png(6), webp: webp(6) } as const;
