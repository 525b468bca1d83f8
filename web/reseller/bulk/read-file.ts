const UTF16_LE = [0xff, 0xfe]

/** Decodes the formats that spreadsheets save: UTF-8, UTF-16 (Excel's “Unicode text”) or else Windows-1252. */
export async function readFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (UTF16_LE.every((byte, at) => bytes[at] === byte))
    return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
