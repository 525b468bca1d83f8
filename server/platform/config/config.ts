import { z } from 'zod'
import {
  PROVIDER_VARIABLES_TOGETHER,
  providerVariables,
  toProviderEnvironment,
} from './supplier-environment.ts'
import {
  GATEWAY_VARIABLES_TOGETHER,
  gatewayVariables,
  testGatewayVariable,
  toGatewayEnvironment,
} from './gateway-environment.ts'
import { areSecrets, readSecrets } from './secrets.ts'
import {
  choice,
  commaList,
  count,
  listOf,
  networks,
  number,
  port,
  sender,
  url,
} from './variables.ts'

/** Every variable that the server reads, in all environments. */
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
  ORDER_EXPIRY_MINUTES: number(1, 1_440).default(15),
  UNPAID_HOLD_MINUTES: number(1, 1_440).default(5),
  QUOTE_MINUTES: number(1, 60).default(5),
  DELIVERY_ATTENTION_MINUTES: number(1, 1_440).default(30),
  WAITING_ALERT_MINUTES: number(1, 1_440).default(15),
  CORRECTION_DAYS: number(1, 365).default(1),
  COMMON_PASSWORDS: choice('refused', 'taken').optional(),
  SECOND_FACTOR: choice('required', 'when set up').optional(),
  SECOND_FACTOR_MINUTES: number(1, 1_440).default(10),
  WEBHOOK_PRIVATE_ALLOWED: networks.optional(),
  VIP_RESELLER_URL: url('http', 'https').default('https://vip-reseller.co.id'),
  VIP_RESELLER_API_ID: z.string().optional(),
  VIP_RESELLER_API_KEY: z.string().optional(),
  ...providerVariables,
  ...gatewayVariables,
  ...testGatewayVariable,

  LIMIT_CALLS_AT_ONCE: count.default(2_000),
  LIMIT_REQUESTS_PER_MINUTE: count.default(120_000),
  LIMIT_SIGN_INS_PER_MINUTE: count.default(60),
  LIMIT_ACCOUNT_CHANGES_PER_MINUTE: count.default(30),
  LIMIT_STREAMS_PER_ACCOUNT: count.default(10),
  LIMIT_CODE_RESEND_SECONDS: count.default(60),
  LIMIT_CODES_PER_DAY: count.default(10),
  LIMIT_CODES_PER_DAY_TOTAL: count.default(50),
  LIMIT_CODES_PER_ADDRESS_PER_DAY: count.default(30),
  LIMIT_WRONG_CODES_PER_DAY: count.default(50),
  LIMIT_WRONG_PASSWORDS: count.default(10),
  LIMIT_WRONG_PASSWORDS_TOTAL: count.default(50),
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: count.default(50),
  LIMIT_WRONG_PASSWORD_MINUTES: count.default(15),
  LIMIT_WRONG_FACTORS: count.default(5),
  LIMIT_WRONG_FACTOR_MINUTES: count.default(15),
  LIMIT_PLAYER_CHECKS_PER_HOUR: count.default(60),
  LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR: count.default(120),
  LIMIT_COUPON_TRIES_PER_HOUR: count.default(30),
  LIMIT_UNPAID_ORDERS: count.default(5),
  LIMIT_UNPAID_ORDERS_UNPROVEN: count.default(2),
  LIMIT_API_REQUESTS_PER_SECOND: count.default(50),
  LIMIT_API_PLAYER_CHECKS_PER_HOUR: count.default(3_600),
})

/** Production must set these. Elsewhere they have defaults. */
const Production = Environment.required({ PUBLIC_URL: true, DATABASE_URL: true, SECRET: true })

export type Config = ReturnType<typeof loadConfig>

/** Parses the environment into a typed value, or throws one error that lists every problem. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const set = dropEmpty(environment)
  const isProduction = set['NODE_ENV'] === 'production'
  const { data: env, error } = (isProduction ? Production : Environment).safeParse(set)
  const problems = error ? error.issues.map((issue) => describe(issue, set)) : []
  for (const names of TOGETHER) {
    const missing = names.filter((name) => !set[name])
    if (missing.length > 0 && missing.length < names.length)
      problems.push(`${names.join(' and ')} must be set together`)
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
    secrets: env.SECRET ?? commaList(readSecrets(env.DATA_DIR).secret),
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
    orderExpiryMinutes: env.ORDER_EXPIRY_MINUTES,
    quoteMinutes: env.QUOTE_MINUTES,
    deliveryAttentionMinutes: env.DELIVERY_ATTENTION_MINUTES,
    waitingAlertMinutes: env.WAITING_ALERT_MINUTES,
    correctionDays: env.CORRECTION_DAYS,
    refusesCommonPasswords:
      (env.COMMON_PASSWORDS ?? (isProduction ? 'refused' : 'taken')) === 'refused',
    secondFactor: {
      isRequired: (env.SECOND_FACTOR ?? (isProduction ? 'required' : 'when set up')) === 'required',
      minutes: env.SECOND_FACTOR_MINUTES,
    },
    // In development, webhooks may go to this machine. Production must allow private networks explicitly.
    webhookPrivateAllowed: env.WEBHOOK_PRIVATE_ALLOWED ?? (isProduction ? [] : ['loopback']),
    vipReseller: toVipReseller(env),
    providers: toProviderEnvironment(env),
    gateways: toGatewayEnvironment(env, isProduction),
    bucket: toBucket(env),
    limits: toLimits(env),
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

const toLimits = (env: Env) => ({
  callsAtOnce: env.LIMIT_CALLS_AT_ONCE,
  requestsPerMinute: env.LIMIT_REQUESTS_PER_MINUTE,
  signInsPerMinute: env.LIMIT_SIGN_INS_PER_MINUTE,
  accountChangesPerMinute: env.LIMIT_ACCOUNT_CHANGES_PER_MINUTE,
  streamsPerAccount: env.LIMIT_STREAMS_PER_ACCOUNT,
  codeResendSeconds: env.LIMIT_CODE_RESEND_SECONDS,
  codesPerDay: env.LIMIT_CODES_PER_DAY,
  codesPerDayTotal: env.LIMIT_CODES_PER_DAY_TOTAL,
  codesPerAddressPerDay: env.LIMIT_CODES_PER_ADDRESS_PER_DAY,
  wrongCodesPerDay: env.LIMIT_WRONG_CODES_PER_DAY,
  wrongPasswords: env.LIMIT_WRONG_PASSWORDS,
  wrongPasswordsTotal: env.LIMIT_WRONG_PASSWORDS_TOTAL,
  wrongPasswordsPerAddress: env.LIMIT_WRONG_PASSWORDS_PER_ADDRESS,
  wrongPasswordMinutes: env.LIMIT_WRONG_PASSWORD_MINUTES,
  wrongFactors: env.LIMIT_WRONG_FACTORS,
  wrongFactorMinutes: env.LIMIT_WRONG_FACTOR_MINUTES,
  playerChecksPerHour: env.LIMIT_PLAYER_CHECKS_PER_HOUR,
  playerChecksPerAddressPerHour: env.LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR,
  couponTriesPerHour: env.LIMIT_COUPON_TRIES_PER_HOUR,
  unpaidHoldMinutes: env.UNPAID_HOLD_MINUTES,
  unpaidOrders: { proven: env.LIMIT_UNPAID_ORDERS, unproven: env.LIMIT_UNPAID_ORDERS_UNPROVEN },
  apiRequestsPerSecond: env.LIMIT_API_REQUESTS_PER_SECOND,
  apiPlayerChecksPerHour: env.LIMIT_API_PLAYER_CHECKS_PER_HOUR,
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

/** Groups of variables that must be set together. */
const TOGETHER = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['VIP_RESELLER_API_ID', 'VIP_RESELLER_API_KEY'],
  ...PROVIDER_VARIABLES_TOGETHER,
  ...GATEWAY_VARIABLES_TOGETHER,
  BUCKET,
] as const

function toBucket(env: Env) {
  const [endpoint, region, name, accessKeyId, secretAccessKey] = BUCKET.map((one) => env[one])
  return endpoint && region && name && accessKeyId && secretAccessKey
    ? { endpoint, region, name, accessKeyId, secretAccessKey }
    : null
}

/** Treats an empty variable as missing: it is a line of a template that nobody has filled in. */
const dropEmpty = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value?.trim() ? [[name, value.trim()]] : [],
    ),
  )

const describe = ({ path, message }: z.core.$ZodIssue, set: Record<string, string>): string => {
  const name = path.join('.')
  return `${name} ${set[name] === undefined ? 'is missing' : message}`
}
