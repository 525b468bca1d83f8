import { join } from 'node:path'
import type { ImageFormat } from '#contract/core/images.ts'
import type { Config } from '#server/platform/config/config.ts'
import { openBucket } from './bucket.ts'
import { openDisk } from './disk.ts'

/** Storage for uploaded images: a folder or a bucket. */
export type Files = {
  /** Writes a file. Its name is derived from its content, so repeated writes are identical. */
  write(name: string, bytes: Buffer): Promise<void>
  read(name: string): Promise<Buffer | null>
  delete(name: string): Promise<void>
}

export const openFiles = ({ bucket, dataDir }: Config): Files =>
  bucket ? openBucket(bucket) : openDisk(join(dataDir, 'files'))

/** File name of one size of an image. Only lower case, because some file systems ignore case. */
export const fileName = (key: string, width: number, format: ImageFormat): string =>
  `${key}-${width}.${format}`
