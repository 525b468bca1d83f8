import { Source, SOURCES } from '#contract/catalogue/sources.ts'

export const SUPPLIER_OPTIONS = Source.options.map((value) => ({
  value,
  label: SOURCES[value].label,
}))

export const API_SUPPLIER_OPTIONS = SUPPLIER_OPTIONS.filter(({ value }) => value !== 'manual')

const NO_REGION = 'Leave this empty.'

/** Tells how each supplier names a game, a region and a product. */
export const ASKED_BY: Record<Source, { game: string; region: string; product: string }> = {
  smileone: {
    game: 'The product code, like mobilelegends.',
    region: 'Empty, or br, ph or ru.',
    product: 'An id; several make one pack: 13&23.',
  },
  moogold: { game: 'The product id.', region: NO_REGION, product: 'The variation id.' },
  unipin: { game: 'The game code.', region: NO_REGION, product: 'The denomination id.' },
  seagm: { game: 'The recharge category id.', region: NO_REGION, product: 'The type id.' },
  lapakgaming: {
    game: 'The category code.',
    region: 'A country, like id or my.',
    product: 'The product code.',
  },
  g2bulk: { game: 'The game code, like mlbb.', region: NO_REGION, product: 'The catalogue name.' },
  digiflazz: { game: 'The brand.', region: NO_REGION, product: 'The SKU.' },
  manual: { game: '', region: '', product: '' },
}

/** Suppliers that can look up players. */
export const PLAYERS_KNOWN: Source[] = ['smileone', 'moogold', 'unipin', 'g2bulk']
