/** Bytes as they are read in a dump: offset, sixteen of them, and what they spell. */

/** More than anybody reads; what is wrong with an answer's bytes stands at its beginning. */
const MAX_BYTES = 2_048;
const IN_A_LINE = 16;

/** @param base64 the bytes themselves where the text cannot say them */
export function bytesOf(text: string, base64: string | null): Uint8Array {
  if (base64 === null) return new TextEncoder().encode(text.slice(0, MAX_BYTES)).slice(0, MAX_BYTES);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).slice(0, MAX_BYTES);
}

export function hexLines(bytes: Uint8Array): string[] {
  return Array.from({ length: Math.ceil(bytes.length / IN_A_LINE) }, (_, line) => {
    const some = [...bytes.slice(line * IN_A_LINE, (line + 1) * IN_A_LINE)];
    const offset = (line * IN_A_LINE).toString(16).padStart(4, "0");
    const hex = some.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = some.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
    return `${offset}  ${hex.padEnd(3 * IN_A_LINE - 1)}  ${text}`;
  });
}
