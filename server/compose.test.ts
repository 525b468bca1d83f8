import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadConfig } from './platform/config/config.ts'
import { Environment } from './platform/config/environment.ts'

/** Variables that production demands. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://user:password@db.example:5432/shop',
  SECRET: 'q3Jm8vT0pXz5wYb1nKc7hRd2sLf6gEa9uQi4',
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  MAIL_FROM: 'My shop <shop@example.com>',
  MSG91_AUTH_KEY: 'key',
  MSG91_TEMPLATE_ID: 'template',
}
const names = Object.keys(Environment.shape)
const known = new Set(names)
const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

const ONLY_COMPOSE = 'POSTGRES_PASSWORD' // compose.yaml builds DATABASE_URL from it

/** Variables that compose.yaml sets itself, each with the reason why .env never sets it. */
const DECIDED_BY_COMPOSE: Record<string, string> = {
  NODE_ENV: 'it is the file for production',
  PORT: 'the port that it publishes leads there',
  HOST: 'the container’s own network',
  DATA_DIR: 'its volume is mounted there',
  DATABASE_URL: 'its own database, with POSTGRES_PASSWORD',
  REDIS_URL: 'its own Valkey',
  METRICS_PORT: 'never published',
  METRICS_HOST: 'the container’s own network',
}

/** Returns the shop's section of compose.yaml, and the variables that it sets besides .env. */
function readCompose() {
  const [, shop = ''] = read('compose.yaml').split(/^  (?:shop|database):$/m)
  const set = [...shop.matchAll(/^      ([A-Z0-9_]+): (.*)$/gm)]
  return { shop, set: Object.fromEntries(set.map(([, name, value]) => [name!, value!])) }
}

/** Reads the variables of .env.example and their values, commented out or not. */
const readExample = () =>
  Object.fromEntries(
    [...read('.env.example').matchAll(/^(?:# )?([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [
      name!,
      value!.replace(/\s*#.*$/, ''),
    ]),
  )

const isPassedOn = ([name, value]: [string, string]) => value.startsWith(`\${${name}:`)

test('compose.yaml passes every variable of .env to the shop, except those it sets itself', () => {
  const { shop, set } = readCompose()
  assert.match(shop, /^    env_file: \.env\b/m)
  const decided = Object.entries(set).filter((one) => !isPassedOn(one))
  assert.deepEqual(
    decided.map(([name]) => name).toSorted(),
    Object.keys(DECIDED_BY_COMPOSE).toSorted(),
  )
  assert.deepEqual(
    Object.keys(set).filter((name) => !known.has(name)),
    [],
  )
  assert.deepEqual(
    Object.keys(PRODUCTION).filter((name) => !set[name]),
    [],
  )
})

test('.env.example has every variable that can be set there, and no unknown one', () => {
  const example = readExample()
  const settable = [...names.filter((name) => !DECIDED_BY_COMPOSE[name]), ONLY_COMPOSE]
  assert.deepEqual(Object.keys(example).toSorted(), settable.toSorted())
})

test('.env.example with its required values filled in gives a shop with all defaults', () => {
  const defaults = loadConfig({
    ...PRODUCTION,
    DRAIN_SECONDS: '5',
    TRUSTED_PROXIES: '172.16.0.0/12',
  })
  const example = readExample()
  delete example[ONLY_COMPOSE]
  const filled = { ...example, ...PRODUCTION }
  assert.deepEqual(loadConfig(filled), defaults)
})
