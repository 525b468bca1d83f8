import type { Logger } from 'pino'
import type { SupplierName, Source } from '#contract/catalogue/sources.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'
import type { SupplierAddresses } from '#server/platform/config/supplier-environment.ts'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { createDigiflazz } from './digiflazz/digiflazz.ts'
import { createG2Bulk } from './g2bulk/g2bulk.ts'
import { createLapakgaming } from './lapakgaming/lapakgaming.ts'
import { createMooGold } from './moogold/moogold.ts'
import { createSeagm } from './seagm/seagm.ts'
import { createSmileOne } from './smileone/smileone.ts'
import { createUniPin } from './unipin/unipin.ts'

export type { PlayerVerdict, Supplier } from '#connectors/suppliers/supplier.ts'

/** Null for suppliers without an account, and for `manual`. */
export type Suppliers = Record<Source, Supplier | null>

type Deps = { addresses: SupplierAddresses; log: Pick<Logger, 'warn'> }

/** Expects every credential that the supplier requires. */
export function createSupplier(
  { addresses, log }: Deps,
  name: SupplierName,
  credentials: Credentials,
): Supplier {
  const of = (field: string) => credentials[field] ?? ''
  const { [name]: url } = addresses
  switch (name) {
    case 'smileone':
      return createSmileOne({ url, uid: of('uid'), email: of('email'), key: of('key') })
    case 'moogold':
      return createMooGold({ url, partnerId: of('partnerId'), secretKey: of('secretKey') })
    case 'unipin':
      return createUniPin({ url, partnerId: of('partnerId'), secretKey: of('secretKey') })
    case 'seagm':
      return createSeagm({ url, uid: of('uid'), secretKey: of('secretKey') })
    case 'lapakgaming':
      return createLapakgaming({ url, apiKey: of('apiKey') })
    case 'g2bulk':
      return createG2Bulk({ url, apiKey: of('apiKey') }, log)
    case 'digiflazz':
      return createDigiflazz({
        url,
        username: of('username'),
        apiKey: of('apiKey'),
        webhookSecret: of('webhookSecret'),
      })
  }
}
