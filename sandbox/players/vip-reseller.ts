// VIP-Reseller, used only for players' names and countries. It answers 200 even to refusals; `result` has the verdict.
// Its messages are in Indonesian.
import { createHash } from 'node:crypto'
import { VIP_RESELLER } from '#sandbox/credentials.ts'
import { REPLY_FAULTS } from '#sandbox/faults.ts'
import { countryOf, findGamePlayer } from './game-players.ts'
import { isForm, json, NO_ANSWER, type Answer, type Fields, type Handler } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from './player.ts'

const NAME = 'vip-reseller'
const SIGN = createHash('md5').update(`${VIP_RESELLER.apiId}${VIP_RESELLER.apiKey}`).digest('hex')

export const vipReseller = ({ faults }: SandboxDeps): Player => {
  const answer: Handler = async (call) => {
    const fields = isForm(call) ? await call.readFields() : undefined
    const outcome = await faults.suffer(NAME, async () => tell(fields ?? {}))
    if (outcome.is === 'dropped') return NO_ANSWER
    return outcome.is === 'done' ? outcome.value : DOWN
  }
  return {
    name: NAME,
    title: 'Players and regions (VIP-Reseller)',
    faults: REPLY_FAULTS,
    routes: { 'POST /api/game-feature': answer },
  }
}

const DOWN = json({ result: false, data: null, message: 'Sistem sedang gangguan' }, 503)

function tell(fields: Fields): Answer {
  const { target, additional_target: zone } = fields
  const problem = findProblem(fields)
  if (problem) return refuse(problem)
  const player = findGamePlayer(target)
  if (player.is === 'down') return DOWN
  if (player.is === 'unknown') return refuse('Nickname tidak ditemukan')
  const country = countryOf(zone)
  const { name } = player
  const data = country === undefined ? name : { username: name, region: country }
  return json({ result: true, data, message: 'Nickname berhasil didapatkan' })
}

const refuse = (message: string) => json({ result: false, data: null, message })

function findProblem(fields: Fields): string | undefined {
  const { key, sign, type, code, target, additional_target: zone } = fields
  if (key !== VIP_RESELLER.apiKey) return 'API Key tidak valid'
  if (sign !== SIGN) return 'Sign tidak valid'
  if (type !== 'get-nickname') return 'Type tidak valid'
  if (code !== 'mobile-legends-region') return 'Kode game tidak ditemukan'
  if (!/^\d+$/.test(String(target ?? ''))) return 'Target tidak valid'
  if (!/^\d+$/.test(String(zone ?? ''))) return 'Additional target tidak valid'
  return undefined
}
