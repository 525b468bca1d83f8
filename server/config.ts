import { isIP, isIPv6 } from 'node:net'
import { z } from 'zod'
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

  LIMIT_REQUESTS_PER_MINUTE: count.default(120_000),
  LIMIT_SIGN_INS_PER_MINUTE: count.default(60),
  LIMIT_ACCOUNT_CHANGES_PER_MINUTE: count.default(30),
  LIMIT_CODE_RESEND_SECONDS: count.default(60),
  LIMIT_CODES_PER_DAY: count.default(10),
  LIMIT_CODES_PER_ADDRESS_PER_DAY: count.default(30),
  LIMIT_WRONG_PASSWORDS: count.default(10),
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: count.default(50),
  LIMIT_WRONG_PASSWORD_MINUTES: count.default(15),
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
  if (Boolean(set['GOOGLE_CLIENT_ID']) !== Boolean(set['GOOGLE_CLIENT_SECRET']))
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together')
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
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            issuer: env.GOOGLE_ISSUER,
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
          }
        : null,
    limits: {
      requestsPerMinute: env.LIMIT_REQUESTS_PER_MINUTE,
      signInsPerMinute: env.LIMIT_SIGN_INS_PER_MINUTE,
      accountChangesPerMinute: env.LIMIT_ACCOUNT_CHANGES_PER_MINUTE,
      codeResendSeconds: env.LIMIT_CODE_RESEND_SECONDS,
      codesPerDay: env.LIMIT_CODES_PER_DAY,
      codesPerAddressPerDay: env.LIMIT_CODES_PER_ADDRESS_PER_DAY,
      wrongPasswords: env.LIMIT_WRONG_PASSWORDS,
      wrongPasswordsPerAddress: env.LIMIT_WRONG_PASSWORDS_PER_ADDRESS,
      wrongPasswordMinutes: env.LIMIT_WRONG_PASSWORD_MINUTES,
    },
  }
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
