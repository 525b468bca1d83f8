import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { askAdvisories, type Advisories } from './audit-advisories.ts'
import { auditPackages, countForShop, readFolder } from './audit-packages.ts'
import { checkLanguage } from './check-language.ts'

const ROOT = join(import.meta.dirname, '../..')
const TOOLS = join(ROOT, 'node_modules/.bin')

/** The compiler and the linter are Go programs. Without garbage collection they need a quarter less time. */
const env = { ...process.env, GOGC: 'off' }

/** Static checks of the code. */
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
  const folder = readFolder(ROOT)
  const advisories = askAdvisories(ROOT, folder.lock) // waits for the registry while the others work
  const verdicts = []
  for (const [name, commands] of Object.entries(CHECKS)) {
    const runs = await Promise.all(commands.map(run))
    verdicts.push({
      name,
      isGood: runs.every(({ code }) => code === 0),
      output: runs.map(({ output }) => output).join(''),
    })
  }
  const faults = auditPackages(folder)
  const count = countForShop(folder)
  return [
    ...verdicts,
    { name: 'the language is plain', ...toVerdict(checkLanguage(ROOT)) },
    {
      name: `the lockfile is in order (${count} packages for the shop)`,
      ...toVerdict(faults),
    },
    tellAdvisories(await advisories),
  ]
}

function tellAdvisories(found: Advisories): Verdict {
  if (!found)
    return {
      name: 'advisories not checked: the registry does not list them',
      isGood: true,
      output: '',
    }
  const { faults, others } = found
  const less = others.length > 0 ? ` (less serious: ${others.join('; ')})` : ''
  return {
    name: `no package of the shop has a known serious vulnerability${less}`,
    ...toVerdict(faults),
  }
}

const toVerdict = (faults: string[]) => ({
  isGood: faults.length === 0,
  output: faults.map((fault) => `${fault}\n`).join(''),
})

function run([command, ...args]: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(join(TOOLS, command!), args, { cwd: ROOT, env })
    let output = ''
    const collect = (chunk: Buffer) => void (output += chunk)
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('close', (code) => done({ code, output }))
  })
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, isGood, output } of await runChecks()) {
    console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${name}`)
    if (!isGood) process.exitCode = 1
    if (!isGood) console.log(output)
  }
}
