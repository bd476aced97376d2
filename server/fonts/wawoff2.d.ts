declare module "wawoff2/compress.js" {
  export default function compress(sfnt: Uint8Array): Promise<Uint8Array>;
}

declare module "wawoff2/decompress.js" {
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
