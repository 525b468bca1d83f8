type Read = (name: string) => Promise<Buffer | null>

/** Caches the most recently used files, up to a total size. */
export function cacheRecent(read: Read, bytesMax: number): Read {
  const cached = new Map<string, Buffer>() // ordered by last use, the latest at the end
  const reading = new Map<string, Promise<Buffer | null>>()
  let bytesCached = 0

  return async (name) => {
    const known = cached.get(name)
    if (known) {
      cached.delete(name)
      cached.set(name, known)
      return known
    }
    const running = reading.get(name) ?? fetch(name).finally(() => reading.delete(name))
    reading.set(name, running)
    return running
  }

  async function fetch(name: string): Promise<Buffer | null> {
    const bytes = await read(name)
    if (bytes) store(name, bytes)
    return bytes
  }

  function store(name: string, bytes: Buffer): void {
    cached.set(name, bytes)
    bytesCached += bytes.length
    for (const [oldest, { length }] of cached) {
      if (bytesCached <= bytesMax) return
      cached.delete(oldest)
      bytesCached -= length
    }
  }
}
