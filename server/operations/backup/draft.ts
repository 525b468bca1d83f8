import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { tryLockDataDir } from '#server/platform/db/lock.ts'
import { makePrivate, rememberNames } from './write-part.ts'

const UNFINISHED = '.unfinished'
const LOCK = ['lock', 'lock-journal'] // SQLite's files

/**
 * Fills a draft folder and renames it once everything is on disk, so a folder with the final name is complete. The next
 * run for the same name deletes what a killed one left.
 */
export async function fillFolder<Result>(
  wanted: string,
  fill: (draft: string) => Promise<Result>,
): Promise<Result> {
  const folder = resolve(wanted)
  if (existsSync(folder)) throw new Error(`${wanted} already exists. Name a new folder.`)
  const draft = `${folder}${UNFINISHED}`
  await makePrivate(draft)
  const lock = tryLockDataDir(draft)
  if (!lock) throw new Error(`Another backup is being written to ${draft}.`)
  try {
    for (const name of await readdir(draft))
      if (!LOCK.includes(name)) await rm(join(draft, name), { recursive: true })
    const result = await fill(draft)
    await rememberNames(draft)
    await rename(draft, folder)
    await rememberNames(dirname(folder))
    return result
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
    for (const name of LOCK) await rm(join(folder, name), { force: true })
  }
}

/** True for the draft of a backup that was never finished. */
export const isDraft = (folder: string): boolean => basename(folder).endsWith(UNFINISHED)
