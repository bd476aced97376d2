/** Maximum length of a suggested name, in UTF-16 units. Every file system accepts it with " (2)" added. */
const MAX_LENGTH = 120;

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A safe name for a download: no path, and no characters that file systems reject or that disguise the name. */
export function plainFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed.
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/g, "")
    .replace(/^[. ]+|[. ]+$/g, "");
  if (plain === "" || DEVICE.test(plain)) return `download${DEVICE.test(plain) ? `-${plain}` : ""}`;
  if (plain.length <= MAX_LENGTH) return plain;
  const ending = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? "";
  return plain.slice(0, MAX_LENGTH - ending.length).toWellFormed() + ending;
}
