/** What an archive holds, as texts by name. */
import yauzl from "yauzl";

export async function zipTexts(archive: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(archive);
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    texts.set(entry.fileName, Buffer.concat(chunks).toString("utf8"));
  }
  return texts;
}
