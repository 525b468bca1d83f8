// Writes docs/configuration.md from the schema of the environment: node_modules/.bin/node scripts/make/make-configuration.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { PRODUCTION_DEMANDS, VARIABLES } from '#server/platform/config/environment.ts'
import { wrapText } from './wrap-text.ts'

type Section = keyof typeof VARIABLES

const HEAD = [
  'Every variable that the shop reads, with its default. `.env.example` has all of them to fill in, and `compose.yaml` passes on what is set. An empty variable counts as not set. A shop that lacks something refuses to start and names it.',
  'This page is made from the schema in `server/platform/config` by `scripts/make/make-configuration.ts`.',
]

const SECTIONS: Record<Section, [title: string, introduction?: string]> = {
  shop: ['The shop'],
  nodes: ['Database and nodes'],
  messages: ['Mail, SMS and Google'],
  images: [
    'Images',
    'A bucket for uploaded images, instead of the folder: see [Images](operating.md#images).',
  ],
  rate: ['The exchange rate'],
  trade: ['Orders and money'],
  security: ['Security'],
  regions: ['Regions of players'],
  connectors: ['Connectors'],
  suppliers: [
    'Suppliers',
    'Accounts can be entered in the back office instead, which then counts as a whole. Set all credentials of a supplier, or none. See [Suppliers](operating.md#suppliers).',
  ],
  gateways: [
    'Gateways',
    'Accounts can be entered in the back office instead, which then counts as a whole. Set all credentials of a gateway, or none. See [Taking money](payments.md).',
  ],
  limits: [
    'Limits',
    'An address is an IPv4 address or an IPv6 /64. Too many unpaid orders are refused with 409; every other limit answers 429.',
  ],
}

export function toPage(): string {
  const sections = Object.entries(VARIABLES).map(([section, variables]) => {
    const [title, introduction] = SECTIONS[section as Section]
    const list = Object.entries<z.ZodType>(variables).map(([name, schema]) => toItem(name, schema))
    const words = introduction ? [wrapText(introduction)] : []
    return [`## ${title}`, ...words, list.join('\n')].join('\n\n')
  })
  return `${['# Configuration', ...HEAD.map((one) => wrapText(one)), ...sections].join('\n\n')}\n`
}

function toItem(name: string, schema: z.ZodType): string {
  const { description, standard } = schema.meta() ?? {}
  if (!description) throw new Error(`${name} has no description`)
  const usual = typeof standard === 'string' ? standard : defaultOf(schema)
  const demand = demandOf(name, schema)
  const note = demand ? `**${demand}**; ${usual}` : usual
  return wrapText(`\`${name}\` (${note}): ${description}`, '- ')
}

function demandOf(name: string, schema: z.ZodType): string | null {
  if (!schema.safeParse(undefined).success) return 'required'
  return name in PRODUCTION_DEMANDS ? 'required in production' : null
}

function defaultOf(schema: z.ZodType): string {
  const value: unknown = schema.safeParse(undefined).data
  const isNone = value === undefined || (Array.isArray(value) && value.length === 0)
  return isNone ? 'none' : `\`${value}\``
}

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '../../docs/configuration.md'), toPage())
