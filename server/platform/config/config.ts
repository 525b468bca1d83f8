import type { z } from 'zod'
import { Environment, PRODUCTION_DEMANDS } from './environment.ts'
import {
  CONNECTOR_VARIABLES_TOGETHER,
  findUnproven,
  toGatewayEnvironment,
  toSupplierEnvironment,
} from './connector-environment.ts'
import { areSecrets, readSecrets } from './secrets.ts'
import { commaList } from './variables.ts'

const Production = Environment.required(PRODUCTION_DEMANDS)

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
  if (isProduction) problems.push(...findUnproven(env?.ALLOW_UNPROVEN_CONNECTORS ?? []))
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
    msg91: toMsg91(env),
    google: toGoogle(env),
    rates: toRates(env),
    addMoneyMax: env.ADD_MONEY_MAX_RUPEES * 100, // in paise
    adjustmentAloneMax: toAloneMax(env),
    orderExpiryMinutes: env.ORDER_EXPIRY_MINUTES,
    quoteMinutes: env.QUOTE_MINUTES,
    deliveryAttentionMinutes: env.DELIVERY_ATTENTION_MINUTES,
    waitingAlertMinutes: env.WAITING_ALERT_MINUTES,
    reviewHours: env.REVIEW_HOURS,
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
    suppliers: toSupplierEnvironment(env),
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

/** In minor units. */
const toAloneMax = (env: Env) => ({
  INR: env.ADJUSTMENT_ALONE_MAX_RUPEES * 100,
  USD: env.ADJUSTMENT_ALONE_MAX_DOLLARS * 10_000,
})

const toMsg91 = (env: Env) => ({
  url: env.MSG91_URL,
  authKey: env.MSG91_AUTH_KEY,
  templateId: env.MSG91_TEMPLATE_ID,
})

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
  ...CONNECTOR_VARIABLES_TOGETHER,
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
