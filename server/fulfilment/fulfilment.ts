import type { Logger } from 'pino'
import type { Source } from '#contract/sources.ts'
import type { Config } from '#server/config.ts'
import type { Provider } from './provider.ts'
import { createDigiflazz } from './providers/digiflazz.ts'
import { createG2Bulk } from './providers/g2bulk.ts'
import { createLapakgaming } from './providers/lapakgaming.ts'
import { createMooGold } from './providers/moogold.ts'
import { createSeagm } from './providers/seagm.ts'
import { createSmileOne } from './providers/smileone.ts'
import { createUniPin } from './providers/unipin.ts'

export type { PlayerVerdict } from './provider.ts'

/** Null where the shop has no account with the provider, and for the source that is a person. */
export type Providers = Record<Source, Provider | null>

export function createProviders(
  { providers }: Pick<Config, 'providers'>,
  log: Pick<Logger, 'warn'>,
): Providers {
  const { smileone, moogold, unipin, seagm, lapakgaming, g2bulk, digiflazz } = providers
  const strangers = Object.entries(providers).flatMap(([name, has]) => (has ? [] : name))
  if (strangers.length > 0)
    log.warn({ providers: strangers }, 'without credentials these providers cannot be asked')
  return {
    smileone: smileone && createSmileOne(smileone),
    moogold: moogold && createMooGold(moogold),
    unipin: unipin && createUniPin(unipin),
    seagm: seagm && createSeagm(seagm),
    lapakgaming: lapakgaming && createLapakgaming(lapakgaming),
    g2bulk: g2bulk && createG2Bulk(g2bulk, log),
    digiflazz: digiflazz && createDigiflazz(digiflazz),
    manual: null,
  }
}
