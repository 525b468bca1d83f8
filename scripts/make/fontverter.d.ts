declare module 'fontverter' {
  export function convert(font: Uint8Array, format: 'sfnt' | 'woff2'): Promise<Uint8Array>
}
