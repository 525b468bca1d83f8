import { z } from 'zod'
import {
  gatewayVariables,
  ownConnectorVariables,
  supplierVariables,
  testGatewayVariable,
} from './connector-environment.ts'
import { limitVariables } from './limit-variables.ts'
import { tradeVariables } from './trade-environment.ts'
import {
  about,
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

// scripts/make/make-configuration.ts writes docs/configuration.md from these descriptions.

const shop = {
  NODE_ENV: about(
    choice('production', 'development', 'test').default('development'),
    'In `production` the shop demands all required variables and has no sandbox and no demo.',
  ),
  PUBLIC_URL: about(
    url('http', 'https').optional(),
    "The address that customers use. Links in mails and Google's redirect begin with it.",
    'elsewhere `http://localhost:PORT`',
  ),
  SECRET: about(
    z.string().transform(commaList).optional(),
    'At least 32 random characters, such as from `openssl rand -base64 33`. Several secrets are ' +
      'separated by commas, the newest first: see [Secrets](operating.md#secrets).',
    'elsewhere generated into `DATA_DIR`',
  ),
  DATA_DIR: about(
    z.string().default('data'),
    'Holds uploaded images in `files`, which need a backup. On a laptop it holds the database and ' +
      'the secrets too.',
  ),
  PORT: about(port.default(3000), 'The port of the shop.'),
  HOST: about(
    z.string().optional(),
    'The network interface that the shop listens on.',
    '`localhost`, in production `::`',
  ),
  TRUSTED_PROXIES: about(
    networks.default([]),
    'Addresses or networks of the proxies in front of the shop, separated by commas. Without them ' +
      "every visitor has the proxy's address and shares its limits.",
  ),
  LOG_LEVEL: about(
    choice('debug', 'info', 'warn', 'error', 'silent').default('info'),
    'The least severe log lines that are written.',
  ),
  DRAIN_SECONDS: about(
    number(0, 60).default(0),
    'How long `/readyz` says no before a stopping node takes no more requests.',
  ),
}

const nodes = {
  DATABASE_URL: about(
    url('postgres', 'postgresql').optional(),
    'PostgreSQL 15 to 18: `postgres://user:password@host:5432/name`.',
    'elsewhere the embedded PostgreSQL',
  ),
  DATABASE_CONNECTIONS_MAX: about(count.default(20), 'Connections of each node.'),
  WORKER_CONCURRENCY: about(
    count.default(8),
    'Jobs that a node runs at once, and as many emails. Each other kind of job that waits for ' +
      'another company gets four times as many.',
  ),
  REDIS_URL: about(
    url('redis', 'rediss').optional(),
    'A Valkey that all nodes share for flood limits. Without it each node counts for itself.',
  ),
  METRICS_PORT: about(
    port.optional(),
    'Prometheus reads `/metrics` here. Never publish it.',
    'off',
  ),
  METRICS_HOST: about(z.string().default('127.0.0.1'), 'The network interface of the metrics.'),
}

const messages = {
  SMTP_URL: about(
    url('smtp', 'smtps'),
    '`smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS.',
    'the demo shop has the sandbox',
  ),
  MAIL_FROM: about(
    sender,
    'The sender of all mails, such as `shop@example.com`. The name beside it comes from Settings.',
    'the demo shop has the sandbox',
  ),
  MSG91_AUTH_KEY: about(
    z.string(),
    'The key of MSG91, which sends codes by SMS.',
    'the demo shop has the sandbox',
  ),
  MSG91_TEMPLATE_ID: about(
    z.string(),
    'The template of these codes at MSG91.',
    'the demo shop has the sandbox',
  ),
  MSG91_URL: about(
    url('http', 'https').default('https://control.msg91.com'),
    'The address of MSG91.',
  ),
  GOOGLE_CLIENT_ID: about(
    z.string().optional(),
    'Offers sign-in with Google. Register `PUBLIC_URL/login` as redirect address.',
  ),
  GOOGLE_CLIENT_SECRET: about(z.string().optional(), 'Goes with `GOOGLE_CLIENT_ID`.'),
  GOOGLE_ISSUER: about(
    url('http', 'https').default('https://accounts.google.com'),
    'The address of another OpenID provider.',
  ),
}

const images = {
  S3_ENDPOINT: about(
    url('http', 'https').optional(),
    'The service without the name of the bucket. Set all five of these, or none.',
  ),
  S3_REGION: about(z.string().optional(), 'The region.'),
  S3_BUCKET: about(z.string().optional(), 'The bucket.'),
  S3_ACCESS_KEY_ID: about(z.string().optional(), 'A key that may put, get, delete and list.'),
  S3_SECRET_ACCESS_KEY: about(z.string().optional(), 'The secret of this key.'),
}

const rate = {
  RATE_SOURCE: about(
    listOf('frankfurter', 'open-er-api').default([]),
    '`frankfurter`, `open-er-api` or both, separated by a comma: see [The rate](operating.md#the-rate).',
    'off; administrators set the rate',
  ),
  RATE_CHANGE_MAX_PERCENT: about(
    number(1, 100).default(5),
    'The largest change from the last rate that a source may make at once.',
  ),
  RATE_SOURCE_URL: about(
    url('http', 'https').optional(),
    'Another address for all sources, such as a mirror.',
    "the sources' own",
  ),
}

const security = {
  COMMON_PASSWORDS: about(
    choice('refused', 'taken').optional(),
    '`refused` or `taken`: whether people may choose passwords that guessers try first.',
    '`taken`, in production `refused`',
  ),
  SECOND_FACTOR: about(
    choice('required', 'when set up').optional(),
    '`required` or `when set up`: who needs a second factor for calls that matter in the back ' +
      'office, see [Second factors](operating.md#second-factors).',
    '`when set up`, in production `required`',
  ),
  SECOND_FACTOR_MINUTES: about(
    number(1, 1_440).default(10),
    'After how long the second factor is asked for again, and the password before changes of an ' +
      'account.',
  ),
  WEBHOOK_PRIVATE_ALLOWED: about(
    networks.optional(),
    'Networks besides the public internet that webhooks may go to, separated by commas: see ' +
      '[decision 027](decisions/027-webhooks-out.md).',
    '`loopback`, in production none',
  ),
}

const regions = {
  VIP_RESELLER_API_ID: about(
    z.string().optional(),
    'The account with VIP-Reseller, which tells the regions of game accounts.',
  ),
  VIP_RESELLER_API_KEY: about(z.string().optional(), 'Goes with `VIP_RESELLER_API_ID`.'),
  VIP_RESELLER_URL: about(
    url('http', 'https').default('https://vip-reseller.co.id'),
    'The address of VIP-Reseller.',
  ),
}

/** Every variable that the server reads, by the sections of docs/configuration.md. */
export const VARIABLES = {
  shop,
  nodes,
  messages,
  images,
  rate,
  trade: tradeVariables,
  security,
  regions,
  connectors: ownConnectorVariables,
  suppliers: supplierVariables,
  gateways: { ...testGatewayVariable, ...gatewayVariables },
  limits: limitVariables,
}

export const Environment = z.object({
  ...VARIABLES.shop,
  ...VARIABLES.nodes,
  ...VARIABLES.messages,
  ...VARIABLES.images,
  ...VARIABLES.rate,
  ...VARIABLES.trade,
  ...VARIABLES.security,
  ...VARIABLES.regions,
  ...VARIABLES.connectors,
  ...testGatewayVariable,
  ...(gatewayVariables as object), // by names that only the connectors know
  ...(supplierVariables as object),
  ...VARIABLES.limits,
})

/** Variables that only production demands. */
export const PRODUCTION_DEMANDS = { PUBLIC_URL: true, DATABASE_URL: true, SECRET: true } as const
