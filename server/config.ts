import { z } from 'zod'
import { readSecrets } from './secrets.ts'

const port = (name: string) =>
  z.coerce.number().int().min(0, `${name} is not a port`).max(65_535, `${name} is not a port`)
const count = z.coerce.number().int().min(1)
const text = z.string().trim().min(1)
const url = (protocols: RegExp) => z.url({ protocol: protocols }).trim()

/** Every variable the server reads, whatever the environment. */
const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port('PORT').default(3000),
  HOST: text.optional(),
  PUBLIC_URL: url(/^https?$/).optional(),
  DATA_DIR: text.default('data'),
  DATABASE_URL: url(/^postgres(ql)?$/).optional(),
  DATABASE_CONNECTIONS_MAX: count.default(20),
  WORKER_CONCURRENCY: count.default(8),
  SECRET: z.string().optional(),
  REDIS_URL: url(/^rediss?$/).optional(),
  TRUSTED_PROXIES: z.string().default(''),
  METRICS_PORT: port('METRICS_PORT').optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),

  SMTP_URL: url(/^smtps?$/),
  MAIL_FROM: text,
  MSG91_URL: url(/^https?$/).default('https://control.msg91.com'),
  MSG91_AUTH_KEY: text,
  MSG91_TEMPLATE_ID: text,
  GOOGLE_ISSUER: url(/^https?$/).default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),

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
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const isProduction = set['NODE_ENV'] === 'production'
  const { data: env, error } = (isProduction ? Production : Environment).safeParse(set)
  const problems = error ? error.issues.map((issue) => describe(issue, set)) : []
  if (Boolean(set['GOOGLE_CLIENT_ID']) !== Boolean(set['GOOGLE_CLIENT_SECRET']))
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together')
  if (isProduction && set['SECRET'] && weakSecrets(set['SECRET']).length > 0)
    problems.push('SECRET must be at least 32 characters; try `openssl rand -base64 33`')
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
    secrets: env.SECRET?.split(',') ?? [readSecrets(env.DATA_DIR).secret],
    redisUrl: env.REDIS_URL,
    trustedProxies: env.TRUSTED_PROXIES.split(',').flatMap((one) => one.trim() || []),
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

const SECRET_LENGTH_MIN = 32

const weakSecrets = (list: string) =>
  list.split(',').filter((secret) => secret.length < SECRET_LENGTH_MIN)

function describe({ path, message }: z.core.$ZodIssue, set: NodeJS.ProcessEnv): string {
  const name = path.join('.')
  return set[name] === undefined ? `${name} is missing` : `${name}: ${message}`
}
