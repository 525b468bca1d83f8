import { join } from 'node:path'
import type { ImageFormat } from '#contract/images.ts'
import type { Config } from '#server/platform/config/config.ts'
import { openBucket } from './bucket.ts'
import { openDisk } from './disk.ts'

/** Where uploaded images are kept: a folder, or a bucket. */
export type Files = {
  /** Writes a file whose content its name stands for: written again, it is the same. */
  write(name: string, bytes: Buffer): Promise<void>
  read(name: string): Promise<Buffer | null>
  delete(name: string): Promise<void>
}

export const openFiles = ({ bucket, dataDir }: Config): Files =>
  bucket ? openBucket(bucket) : openDisk(join(dataDir, 'files'))

/** One size of an image. Letters and digits that no file system takes for each other. */
export const fileName = (key: string, width: number, format: ImageFormat): string =>
  `${key}-${width}.${format}`
