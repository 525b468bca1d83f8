const UTF16_LE = [0xff, 0xfe]

/** As spreadsheets save: UTF-8, or what Excel calls Unicode text, or else the letters of old Windows. */
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
