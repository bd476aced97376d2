import { makeZip, type ZipEntry } from "./make-zip.ts";

export const PICTURE = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** The archive entries of a small article with one picture. */
export function saveEntries(text = "Good morning", name = "cat-1a2b3c4d.png"): ZipEntry[] {
  const state = {
    assets: { [name]: { clientUrl: `dummy-${name}`, size: PICTURE.length } },
    doc: { text, src: `dummy-${name}` },
  };
  return [
    { name: "vms_html.html", data: `<p>${text}</p><img src="dummy-${name}" alt="A cat">`, deflated: true },
    { name: "vms_json.json", data: JSON.stringify(state), deflated: true },
    { name: "metadata_json.json", data: "{}", deflated: true },
    { name: `vms_media/${name}`, data: PICTURE },
  ];
}

export function saveArchive(text?: string, name?: string): Promise<Buffer> {
  return makeZip(saveEntries(text, name));
}
