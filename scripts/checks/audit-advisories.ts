// Known vulnerabilities in the packages of the lockfile, from `npm audit`, if the registry supports it.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { z } from 'zod'
import type { Lockfile } from './audit-packages.ts'

const PATIENCE_MS = 20_000

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), nodes: z.array(z.string()), range: z.string() }),
  ),
})

/** Faults fail the check, and the others are only printed. Null if the registry can't answer. */
export type Advisories = { faults: string[]; others: string[] } | null

/**
 * High and critical advisories of packages that the shop runs with are faults. Lower ones, and those of tools, are not.
 */
export async function askAdvisories(
  root: string,
  { packages }: Lockfile,
  env: NodeJS.ProcessEnv = {},
): Promise<Advisories> {
  const { data: report } = Report.safeParse(parse(await runAudit(root, env)))
  if (!report) return null
  const found = { faults: [] as string[], others: [] as string[] }
  for (const [name, { severity, nodes, range }] of Object.entries(report.vulnerabilities)) {
    const isForShop = nodes.some((path) => !packages[path]?.dev)
    const isGrave = severity === 'high' || severity === 'critical'
    const words = `${name} ${range}: ${severity}${isForShop ? '' : ', in tools only'}`
    found[isForShop && isGrave ? 'faults' : 'others'].push(words)
  }
  return found
}

function runAudit(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const npm = process.env['npm_execpath']
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  return new Promise((done) => {
    const args = [
      ...first,
      'audit',
      '--json',
      '--fetch-retries=0',
      `--fetch-timeout=${PATIENCE_MS}`,
    ]
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2 * PATIENCE_MS,
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => void (output += chunk))
    child.on('error', () => done(''))
    child.on('close', () => done(output))
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
