type Read = (name: string) => Promise<Buffer | null>

/** Caches the most recently used files, up to a total size. */
export function keepRecent(read: Read, bytesMax: number): Read {
  const kept = new Map<string, Buffer>() // ordered by last use, the latest at the end
  const reading = new Map<string, Promise<Buffer | null>>()
  let bytesKept = 0

  return async (name) => {
    const known = kept.get(name)
    if (known) {
      kept.delete(name)
      kept.set(name, known)
      return known
    }
    const running = reading.get(name) ?? fetch(name).finally(() => reading.delete(name))
    reading.set(name, running)
    return running
  }

  async function fetch(name: string): Promise<Buffer | null> {
    const bytes = await read(name)
    if (bytes) keep(name, bytes)
    return bytes
  }

  function keep(name: string, bytes: Buffer): void {
    kept.set(name, bytes)
    bytesKept += bytes.length
    for (const [oldest, { length }] of kept) {
      if (bytesKept <= bytesMax) return
      kept.delete(oldest)
      bytesKept -= length
    }
  }
}
