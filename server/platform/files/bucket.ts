import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { Files } from './files.ts'

export type BucketSettings = {
  endpoint: string
  region: string
  name: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 4_000 // of the nine seconds and a half that an upload has in all

/** A bucket of any service that speaks S3. */
export function openBucket({ endpoint, name, ...rest }: BucketSettings): Files {
  const address = `${endpoint.replace(/\/+$/, '')}/${name}`
  const settings = { ...rest, endpoint: address, requestAbortTimeout: TIMEOUT_MS }
  let opening: ReturnType<typeof open> | undefined
  const bucket = () => (opening ??= open())

  return {
    async write(file, bytes) {
      // The bucket compares it with what came, and refuses what was damaged on the way.
      const checksum = createHash('sha256').update(bytes).digest('base64')
      await (
        await bucket()
      ).putObject(file, bytes, `image/${extname(file).slice(1)}`, undefined, {
        'x-amz-checksum-sha256': checksum,
      })
    },
    async read(file) {
      const bytes = await (await bucket()).getObjectArrayBuffer(file)
      return bytes && Buffer.from(bytes)
    },
    async delete(file) {
      await (await bucket()).deleteObject(file)
    },
  }

  async function open() {
    const { S3mini } = await import('s3mini')
    return new S3mini(settings)
  }
}
