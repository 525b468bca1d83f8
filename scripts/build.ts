// npm run build: builds the web app for production into build/. Does nothing if nothing has changed.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'
import process from 'node:process'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'build/.built')
const SOURCES = [
  'web',
  'public',
  'contract',
  'docs/examples',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]
const COMPRESSIBLE = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest', '.html'])

/** Returns true if it had to build. */
export function buildWeb(say: (sentence: string) => void): boolean {
  const now = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return false
  say('Building the pages')
  // Builds in another folder and moves it into place, so that a running shop never sees half a build.
  const draft = `build.${process.pid}`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: draft },
    },
  )
  if (status !== 0) throw new Error(`The pages could not be built:\n${stdout}\n${stderr}`)
  compress(join(ROOT, draft, 'client'))
  writeFileSync(join(ROOT, draft, '.built'), now)
  rmSync(join(ROOT, 'build'), { recursive: true, force: true })
  renameSync(join(ROOT, draft), join(ROOT, 'build'))
  return true
}

/** Hashes the names, sizes and times of all source files. */
function fingerprint(): string {
  const files = SOURCES.flatMap((source) => {
    const path = join(ROOT, source)
    return statSync(path).isFile() ? [path] : listFiles(path)
  })
  const lines = files.map((path) => {
    const { size, mtimeMs } = statSync(path)
    return `${path.slice(ROOT.length)} ${size} ${mtimeMs}`
  })
  return lines.toSorted().join('\n')
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.endsWith('.test.ts'))
    .map((file) => join(file.parentPath, file.name))

/** Compresses files once at the highest level, so that no visitor waits for it. */
function compress(folder: string): void {
  for (const path of listFiles(folder).filter((name) => COMPRESSIBLE.has(extname(name)))) {
    const body = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params }))
  }
}

if (process.argv[1] === import.meta.filename) {
  const isNew = buildWeb(console.log)
  console.log(isNew ? 'Built' : 'Nothing has changed')
}
