import { z } from 'zod'

/** Sources of packs. The last one is a person. */
export const SOURCES = {
  smileone: { label: 'Smile.One', url: 'https://www.smile.one/' },
  moogold: { label: 'MooGold', url: 'https://moogold.com/' },
  unipin: { label: 'UniPin', url: 'https://www.unipin.com/' },
  seagm: { label: 'SEAGM', url: 'https://www.seagm.com/' },
  lapakgaming: { label: 'Lapakgaming', url: 'https://www.lapakgaming.com/' },
  g2bulk: { label: 'G2Bulk', url: 'https://g2bulk.com/' },
  digiflazz: { label: 'Digiflazz', url: 'https://digiflazz.com/' },
  manual: { label: 'Manual', url: '/dashboard/query' },
} as const

export const Source = z.enum(Object.keys(SOURCES) as [keyof typeof SOURCES])
export type Source = z.output<typeof Source>

/** Sources that deliver automatically. */
export const Supplier = Source.exclude(['manual'])
export type SupplierName = z.output<typeof Supplier>
export const SUPPLIERS = Supplier.options
