import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

const ROOT = join(import.meta.dirname, '..')
const TOOLS = join(ROOT, 'node_modules/.bin')

/** What a machine can say about the code without running it. */
const CHECKS: Record<string, string[][]> = {
  'types are right': [
    ['tsc', '-p', '.'],
    ['tsc', '-p', 'contract'],
    ['tsc', '-p', 'web'],
  ],
  'lint finds nothing': [['oxlint', '--type-aware']],
  'everything is formatted': [['oxfmt', '--check', '.']],
  'nothing is unused': [['knip', '--no-progress']],
}

export type Verdict = { name: string; isGood: boolean; output: string }

export async function runChecks(): Promise<Verdict[]> {
  const verdicts = []
  for (const [name, commands] of Object.entries(CHECKS)) {
    const runs = await Promise.all(commands.map(run))
    verdicts.push({
      name,
      isGood: runs.every(({ code }) => code === 0),
      output: runs.map(({ output }) => output).join(''),
    })
  }
  return verdicts
}

function run([command, ...args]: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(join(TOOLS, command!), args, { cwd: ROOT })
    let output = ''
    const collect = (chunk: Buffer) => void (output += chunk)
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('close', (code) => done({ code, output }))
  })
}

if (import.meta.main) {
  for (const { name, isGood, output } of await runChecks()) {
    console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${name}`)
    if (!isGood) process.exitCode = 1
    if (!isGood) console.log(output)
  }
}
