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

const TIMEOUT_MS = 4_000 // of 9.5 s for the whole upload

/** Stores files in a bucket of any S3-compatible service. */
export function openBucket({ endpoint, name, ...rest }: BucketSettings): Files {
  const address = `${endpoint.replace(/\/+$/, '')}/${name}`
  const settings = { ...rest, endpoint: address, requestAbortTimeout: TIMEOUT_MS }
  let opening: ReturnType<typeof open> | undefined
  const bucket = () => (opening ??= open())

  return {
    async write(file, bytes) {
      // The bucket compares the checksum and refuses damaged uploads.
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
