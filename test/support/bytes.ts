/** Builds files byte by byte. Numbers are big-endian, as in fonts, PNG and MP4, and wrap around. */

export const ascii = (text: string): Buffer => Buffer.from(text, "latin1");
export const u8 = (...values: number[]): Buffer => Buffer.from(values);
export const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value]));
export const u32 = (...values: number[]): Buffer => u16(...values.flatMap((value) => [value >> 16, value]));
export const zeros = (length: number): Buffer => Buffer.alloc(length);
export const joined = (...parts: Uint8Array[]): Buffer => Buffer.concat(parts);
