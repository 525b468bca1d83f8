import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#server/config.ts'

export type Player = { id: string; zone: string }
export type RegionAnswer = { username: string; region: string }

/** Whose account it is and of which country; null where there is no such account. */
export type RegionSource = (player: Player) => Promise<RegionAnswer | null>

const TIMEOUT_MS = 5_000
const UNKNOWN = 'Unknown'

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

/** It says no in words alone: a wrong key or a service that is gone must not look like a wrong id. */
const isAboutPlayer = (message: string): boolean =>
  /tidak ditemukan|tidak terdaftar|not found/i.test(message) &&
  !/layanan|service|api|key|kode|code/i.test(message)

/** A name, or an object that has it and perhaps the country: the shape is not documented. */
function readPlayer(data: unknown): RegionAnswer {
  const fields = typeof data === 'string' ? { username: data } : z.looseObject({}).parse(data)
  const username = findText(fields, ['username', 'nickname', 'name'])
  if (!username) throw new Error('VIP-Reseller found a player without a name')
  return { username, region: findText(fields, ['region', 'country', 'country_name']) ?? UNKNOWN }
}

function findText(fields: Record<string, unknown>, names: string[]): string | undefined {
  const texts = names.map((name) => fields[name]).filter((value) => typeof value === 'string')
  return texts.map((text) => text.replaceAll('\0', '').trim()).find((text) => text !== '')
}
