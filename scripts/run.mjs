// Installs what a bare machine lacks, then runs a TypeScript program on the project's own Node:
//   node scripts/run.mjs scripts/start.ts
// Plain JavaScript, because this is the only file that runs on the machine's own Node (20.19 or newer).
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const [program, ...args] = process.argv.slice(2)

/** Programs that run without the packages in tools/. All others may need them. */
const RUN_WITHOUT_TOOLS = [
  'scripts/start.ts',
  'scripts/dev.ts',
  'scripts/build.ts',
  'scripts/admin.ts',
  'scripts/backup.ts',
  'scripts/restore.ts',
  'scripts/ledger-verify.ts',
]

install()
const node = findNode()
// Every program started from here on loads code that is already compiled.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
if (process.version === readNodeVersion()) await runHere()
else runThere()

/**
 * Installs the locked packages, unless those of this lockfile are already installed. The packages in tools/ wait until a
 * program may need them. They are added to the others, because a shop may be running with those.
 */
function install() {
  const stamp = join(root, 'node_modules/.installed')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const [installed, group] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  const isCurrent = installed === lock
  const hasTools = group === 'tools'
  const wantsTools = hasTools || !RUN_WITHOUT_TOOLS.includes(program)
  if (isCurrent && hasTools === wantsTools) return

  const startedAt = Date.now()
  process.stderr.write('Installing packages (the first time takes about a minute)\n')
  if (isCurrent) runNpm('install', '--no-save', '--workspace=tools')
  else runNpm('ci', ...(wantsTools ? [] : ['--workspaces=false']))
  writeFileSync(stamp, wantsTools ? `${lock} tools` : lock)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  process.stderr.write(`Installed in ${seconds} s\n`)
}

function runNpm(...words) {
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(command, [...first, ...words, '--loglevel=error', '--no-progress'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: '' }, // the build needs the development packages too
  })
  if (status !== 0) fail('The packages could not be installed: see what npm says above.')
}

function findNode() {
  const name = { win32: 'win', darwin: 'darwin', linux: 'linux' }[process.platform]
  const packages = [`node-${name}-${process.arch}`, `node-bin-${name}-${process.arch}`]
  const found = packages
    .map((one) => join(root, 'node_modules', one, 'bin', name === 'win' ? 'node.exe' : 'node'))
    .find((path) => existsSync(path))
  return found ?? fail(`There is no Node 26 package for ${process.platform} on ${process.arch}.`)
}

function readNodeVersion() {
  const manifest = JSON.parse(readFileSync(join(node, '../../package.json'), 'utf8'))
  return `v${manifest.version}`
}

async function runHere() {
  whenAlone(() => process.kill(process.pid, 'SIGTERM'))
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  process.argv = [process.execPath, resolve(root, program), ...args]
  await import(pathToFileURL(resolve(root, program)).href)
}

function runThere() {
  const child = spawn(node, [import.meta.filename, program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(node, '..')}:${process.env.PATH}` },
  })
  whenAlone(() => child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal) process.exitCode = 128 + (constants.signals[signal] ?? 1)
  })
}

/** npm sends signals to a shell that does not forward them. This program stops when its parent is gone. */
function whenAlone(stop) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 200)
  timer.unref()
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
