// Digiflazz. Each call signs its own word. It cannot look up players.
import { DIGIFLAZZ } from './credentials.ts'
import { json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import { DIGIFLAZZ_NAME, RUPIAH_PER_DOLLAR, toRupiah, transact } from './digiflazz-orders.ts'
import { isSame, md5, supplier, readJsonFields, type Said } from '#sandbox/suppliers/supplier.ts'
import type { Products } from '#sandbox/suppliers/products.ts'

const succeed = (data: unknown) => json({ data })
const fail = (rc: string, message: string) => json({ data: { rc, message, status: 'Gagal' } }, 400)

const signedWith =
  (wordOf: (fields: Fields) => unknown, answer: (fields: Fields) => Said) => async (call: Call) => {
    const fields = await readJsonFields(call)
    if (!fields) return fail('40', 'Payload Error')
    const { username, sign } = fields
    const text = `${DIGIFLAZZ.username}${DIGIFLAZZ.apiKey}${String(wordOf(fields))}`
    return username === DIGIFLAZZ.username && isSame(sign, md5(text))
      ? answer(fields)
      : fail('41', 'Signature salah')
  }

const toCode = (brand: unknown) => (number: number) =>
  `${String(brand).toLowerCase().replaceAll(' ', '-')}-${number}`

const listPrices =
  (products: Products) =>
  ({ cmd, brand }: Fields): Answer =>
    cmd === 'prepaid'
      ? succeed(
          products
            .listAll(DIGIFLAZZ_NAME, String(brand), toCode(brand))
            .map(({ number, id, dollars, isAvailable }) => ({
              product_name: `${brand} ${number}`,
              category: 'Games',
              brand,
              type: 'Umum',
              seller_name: 'GEM SUPPLY',
              price: toRupiah(dollars),
              buyer_sku_code: id,
              buyer_product_status: true,
              seller_product_status: isAvailable,
              unlimited_stock: true,
              stock: 0,
              multi: true,
              start_cut_off: '0:0',
              end_cut_off: '0:0',
              desc: '-',
            })),
        )
      : fail('40', 'Payload Error')

const createPlayer = (deps: SandboxDeps): Player => {
  const readBalance = () => succeed({ deposit: toRupiah(deps.dispatches.credit(DIGIFLAZZ_NAME)) })
  return supplier(deps, {
    name: DIGIFLAZZ_NAME,
    title: 'Packs (Digiflazz)',
    down: json({ data: { rc: '99', message: 'DF Router Issue', status: 'Pending' } }, 503),
    calls: {
      'POST /v1/cek-saldo': signedWith(() => 'depo', readBalance),
      'POST /v1/price-list': signedWith(() => 'pricelist', listPrices(deps.products)),
      'POST /v1/transaction': signedWith(({ ref_id }) => ref_id, transact(deps.dispatches)),
    },
  })
}

export const twin: SupplierTwin = {
  name: DIGIFLAZZ_NAME,
  title: 'Digiflazz',
  credentials: DIGIFLAZZ,
  addresses: { url: '/digiflazz' },
  currency: { code: 'IDR', perDollar: RUPIAH_PER_DOLLAR },
  createPlayer,
}
