import { isIP, isIPv6 } from 'node:net'
import { z } from 'zod'
import {
  PROVIDER_VARIABLES_TOGETHER,
  providerVariables,
  toProviderCredentials,
} from '#server/fulfilment/environment.ts'
import { readSecrets } from './secrets.ts'

/** Each message goes on behind the name of the variable, and never quotes a value: many are secret. */
const number = (min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`
  const isInside = (value: number) => value >= min && value <= max
  return z
    .string()
    .regex(/^\d{1,10}$/, words)
    .transform(Number)
    .refine(isInside, words)
}
const port = number(1, 65_535)
const count = number(1, 1_000_000_000)
const choice = <Word extends string>(...words: Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`)
const url = (...schemes: string[]) => {
  const words = `must be an address that begins with ${schemes.join(':// or ')}://`
  return z.url({ protocol: new RegExp(`^(${schemes.join('|')})$`), error: words })
}
const sender = z
  .string()
  .regex(
    /^([^<>]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be like My shop <shop@example.com>',
  )
const commaList = (value: string) => value.split(',').flatMap((one) => one.trim() || [])
const networks = z
  .string()
  .transform(commaList)
  .refine((all) => all.every(isNetwork), 'must be addresses or networks with commas between')
/** With commas between; the order matters. */
const listOf = <Word extends string>(...words: Word[]) =>
  z
    .string()
    .transform((value) => commaList(value) as Word[])
    .refine(
      (all) => all.every((one) => words.includes(one)),
      `must be of ${words.join(', ')}, with commas between`,
    )

/** Every variable the server reads, whatever the environment. */
export const Environment = z.object({
  NODE_ENV: choice('production', 'development', 'test').default('development'),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url('http', 'https').optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: url('postgres', 'postgresql').optional(),
  DATABASE_CONNECTIONS_MAX: count.default(20),
  WORKER_CONCURRENCY: count.default(8),
  SECRET: z.string().transform(commaList).optional(),
  REDIS_URL: url('redis', 'rediss').optional(),
  TRUSTED_PROXIES: networks.default([]),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: choice('debug', 'info', 'warn', 'error', 'silent').default('info'),
  DRAIN_SECONDS: number(0, 60).default(0),

  SMTP_URL: url('smtp', 'smtps'),
  MAIL_FROM: sender,
  MSG91_URL: url('http', 'https').default('https://control.msg91.com'),
  MSG91_AUTH_KEY: z.string(),
  MSG91_TEMPLATE_ID: z.string(),
  GOOGLE_ISSUER: url('http', 'https').default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  S3_ENDPOINT: url('http', 'https').optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  RATE_SOURCE: listOf('frankfurter', 'open-er-api').default([]),
  RATE_SOURCE_URL: url('http', 'https').optional(),
  RATE_CHANGE_MAX_PERCENT: number(1, 100).default(5),
  ADD_MONEY_MAX_RUPEES: number(1, 10_000_000).default(100_000),
  VIP_RESELLER_URL: url('http', 'https').default('https://vip-reseller.co.id'),
  VIP_RESELLER_API_ID: z.string().optional(),
  VIP_RESELLER_API_KEY: z.string().optional(),
  ...providerVariables,

  LIMIT_REQUESTS_PER_MINUTE: count.default(120_000),
  LIMIT_SIGN_INS_PER_MINUTE: count.default(60),
  LIMIT_ACCOUNT_CHANGES_PER_MINUTE: count.default(30),
  LIMIT_STREAMS_PER_ACCOUNT: count.default(10),
  LIMIT_CODE_RESEND_SECONDS: count.default(60),
  LIMIT_CODES_PER_DAY: count.default(10),
  LIMIT_CODES_PER_ADDRESS_PER_DAY: count.default(30),
  LIMIT_WRONG_PASSWORDS: count.default(10),
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: count.default(50),
  LIMIT_WRONG_PASSWORD_MINUTES: count.default(15),
  LIMIT_PLAYER_CHECKS_PER_HOUR: count.default(60),
  LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR: count.default(120),
  LIMIT_COUPON_TRIES_PER_HOUR: count.default(30),
})

/** What a laptop has a default for and production must be told. */
const Production = Environment.required({ PUBLIC_URL: true, DATABASE_URL: true, SECRET: true })

export type Config = ReturnType<typeof loadConfig>

/** The environment as a typed value, or one error that names everything missing or wrong. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const set = dropEmpty(environment)
  const isProduction = set['NODE_ENV'] === 'production'
  const { data: env, error } = (isProduction ? Production : Environment).safeParse(set)
  const problems = error ? error.issues.map((issue) => describe(issue, set)) : []
  for (const names of TOGETHER) {
    const missing = names.filter((name) => !set[name])
    if (missing.length > 0 && missing.length < names.length)
      problems.push(`${names.join(' and ')} go together`)
  }
  if (set['SECRET'] && !areSecrets(commaList(set['SECRET']), isProduction))
    problems.push('SECRET must be at least 32 random characters; try `openssl rand -base64 33`')
  if (!env || problems.length > 0)
    throw new Error(`The configuration is not complete:\n  ${problems.join('\n  ')}`)

  return {
    isProduction,
    port: env.PORT,
    host: env.HOST ?? (isProduction ? '::' : 'localhost'),
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseConnectionsMax: env.DATABASE_CONNECTIONS_MAX,
    workerConcurrency: env.WORKER_CONCURRENCY,
    secrets: env.SECRET ?? [readSecrets(env.DATA_DIR).secret],
    redisUrl: env.REDIS_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    logLevel: env.LOG_LEVEL,
    drainSeconds: env.DRAIN_SECONDS,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    msg91: {
      url: env.MSG91_URL,
      authKey: env.MSG91_AUTH_KEY,
      templateId: env.MSG91_TEMPLATE_ID,
    },
    google: toGoogle(env),
    rates: toRates(env),
    addMoneyMax: env.ADD_MONEY_MAX_RUPEES * 100, // in paise
    vipReseller: toVipReseller(env),
    providers: toProviderCredentials(env),
    bucket: toBucket(env),
    limits: {
      requestsPerMinute: env.LIMIT_REQUESTS_PER_MINUTE,
      signInsPerMinute: env.LIMIT_SIGN_INS_PER_MINUTE,
      accountChangesPerMinute: env.LIMIT_ACCOUNT_CHANGES_PER_MINUTE,
      streamsPerAccount: env.LIMIT_STREAMS_PER_ACCOUNT,
      codeResendSeconds: env.LIMIT_CODE_RESEND_SECONDS,
      codesPerDay: env.LIMIT_CODES_PER_DAY,
      codesPerAddressPerDay: env.LIMIT_CODES_PER_ADDRESS_PER_DAY,
      wrongPasswords: env.LIMIT_WRONG_PASSWORDS,
      wrongPasswordsPerAddress: env.LIMIT_WRONG_PASSWORDS_PER_ADDRESS,
      wrongPasswordMinutes: env.LIMIT_WRONG_PASSWORD_MINUTES,
      playerChecksPerHour: env.LIMIT_PLAYER_CHECKS_PER_HOUR,
      playerChecksPerAddressPerHour: env.LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR,
      couponTriesPerHour: env.LIMIT_COUPON_TRIES_PER_HOUR,
    },
  }
}

type Env = z.output<typeof Environment>

function toGoogle(env: Env) {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = env
  return id && secret ? { issuer, clientId: id, clientSecret: secret } : null
}

const toRates = (env: Env) => ({
  sources: env.RATE_SOURCE,
  url: env.RATE_SOURCE_URL,
  changeMaxPercent: env.RATE_CHANGE_MAX_PERCENT,
})

function toVipReseller(env: Env) {
  const { VIP_RESELLER_URL: url, VIP_RESELLER_API_ID: apiId, VIP_RESELLER_API_KEY: apiKey } = env
  return apiId && apiKey ? { url, apiId, apiKey } : null
}

const BUCKET = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/** All of them or none. */
const TOGETHER = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['VIP_RESELLER_API_ID', 'VIP_RESELLER_API_KEY'],
  ...PROVIDER_VARIABLES_TOGETHER,
  BUCKET,
] as const

function toBucket(env: Env) {
  const [endpoint, region, name, accessKeyId, secretAccessKey] = BUCKET.map((one) => env[one])
  return endpoint && region && name && accessKeyId && secretAccessKey
    ? { endpoint, region, name, accessKeyId, secretAccessKey }
    : null
}

/** A variable that is set to nothing is a line that somebody has yet to fill in. */
const dropEmpty = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value?.trim() ? [[name, value.trim()]] : [],
    ),
  )

const SECRET_LENGTH_MIN = 32
const SECRET_LETTERS_MIN = 8 // fewer different ones were not drawn at random

const areSecrets = (secrets: string[], isProduction: boolean): boolean =>
  secrets.length > 0 && (!isProduction || secrets.every(isStrong))

const isStrong = (secret: string) =>
  secret.length >= SECRET_LENGTH_MIN && new Set(secret).size >= SECRET_LETTERS_MIN

/** What the web framework takes for a trusted proxy: an address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const bitsMax = isIPv6(address) ? 128 : 32
  const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
  return isIP(address) > 0 && isWidth && more.length === 0
}

const describe = ({ path, message }: z.core.$ZodIssue, set: Record<string, string>): string => {
  const name = path.join('.')
  return `${name} ${set[name] === undefined ? 'is missing' : message}`
}
