import { createHash } from 'node:crypto'
import { z } from 'zod'
import { nameCountry } from '#contract/core/countries.ts'
import type { Config } from '#server/platform/config/config.ts'
import { findCountries } from './countries.ts'
import { UNKNOWN, type RegionAnswer, type RegionSource } from './source.ts'

const TIMEOUT_MS = 5_000

const Reply = z.object({
  result: z.boolean(),
  data: z.unknown(),
  message: z.string().nullish(),
})

export const createVipReseller =
  ({ url, apiId, apiKey }: NonNullable<Config['vipReseller']>): RegionSource =>
  async ({ id, zone }) => {
    const response = await fetch(`${url}/api/game-feature`, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({
        key: apiKey,
        sign: createHash('md5').update(`${apiId}${apiKey}`).digest('hex'),
        type: 'get-nickname',
        code: 'mobile-legends-region',
        target: id,
        additional_target: zone,
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`VIP-Reseller answered ${response.status}`)
    const { result, data, message } = Reply.parse(await response.json())
    if (result) return readPlayer(data)
    if (isAboutPlayer(message ?? '')) return null
    throw new Error(`VIP-Reseller refused: ${message}`)
  }

/**
 * VIP-Reseller says only in words why it refuses. A wrong key or a missing service must not look like an unknown
 * player.
 */
const isAboutPlayer = (message: string): boolean =>
  /tidak ditemukan|tidak terdaftar|not found/i.test(message) &&
  !/layanan|service|api|key|kode|code/i.test(message)

/** Accepts a name, or an object that has it and perhaps the country, because the shape is not documented. */
function readPlayer(data: unknown): RegionAnswer {
  const fields = typeof data === 'string' ? { username: data } : z.looseObject({}).parse(data)
  const username = findText(fields, ['username', 'nickname', 'name'])
  if (!username) throw new Error('VIP-Reseller found a player without a name')
  const words = findText(fields, ['region', 'country', 'country_name'])
  return { username, region: words ? toRegion(words) : UNKNOWN }
}

/** Turns words that mean one country into its usual name. Other words stay as they are. */
function toRegion(words: string): string {
  const countries = findCountries(words)
  return countries.length === 1 ? nameCountry(countries[0]!) : words
}

function findText(fields: Record<string, unknown>, names: string[]): string | undefined {
  const texts = names.map((name) => fields[name]).filter((value) => typeof value === 'string')
  return texts.map((text) => text.replaceAll('\0', '').trim()).find((text) => text !== '')
}
