import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const SOURCES =
  '{client,connectors,contract,demo,docs,public,sandbox,scripts,server,tests,web}/**/*.{cfg,conf,css,json,md,mjs,py,sql,svg,ts,tsx,txt}'
const FILES = globSync(['*', SOURCES], { cwd: ROOT }).map((file) => `/${file}`)
const PAGES = globSync(['*.md', '{docs,server}/**/*.md'], { cwd: ROOT })
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

const prose = (page: string) => read(page).replaceAll(/^```.*?^```/gms, '')
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found!)

/** Pages may leave out the first folders of a path. */
const exists = (path: string) =>
  FILES.some(
    (file) => file.endsWith(`/${path}`) || file.includes(`/${path.replace(/\/$/, '')}/`),
  ) || globSync(path, { cwd: ROOT }).length > 0

const isPath = (text: string) =>
  /^[\w{*][\w.{},*/-]*\.(cfg|conf|css|mjs|py|sql|ts|tsx)$/.test(text) ||
  /^(client|contract|demo|docs|sandbox|scripts|server|tests|web)\/[\w.{},*/-]*$/.test(text)

/** The anchor that GitHub makes of a heading. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

function isTarget(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path ? join(dirname(page), path) : page
  if (!existsSync(join(ROOT, file))) return false
  return (
    anchor === undefined ||
    all(read(file), /^#+ (.*)$/gm)
      .map(toAnchor)
      .includes(anchor)
  )
}

test('every file and folder named in the docs exists', () => {
  const missing = PAGES.flatMap((page) =>
    all(prose(page), /`([^`\n]+)`/g)
      .filter((text) => isPath(text) && !exists(text))
      .map((text) => `${page}: ${text}`),
  )
  assert.deepEqual(missing, [])
})

test('every link in the docs leads to an existing file and heading', () => {
  const broken = PAGES.flatMap((page) =>
    all(prose(page), /\]\(([^()\s]+)\)/g)
      .filter((link) => !/^\w+:/.test(link) && !isTarget(page, link))
      .map((link) => `${page}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

test('every npm script named in the docs exists', () => {
  const unknown = PAGES.flatMap((page) =>
    all(read(page), /npm run ([a-z:]+)/g)
      .filter((name) => !(name in scripts))
      .map((name) => `${page}: ${name}`),
  )
  assert.deepEqual(unknown, [])
})
