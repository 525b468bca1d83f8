import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTopUpDocuments, type TaxDocument } from '#contract/accounting/documents.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { signUp, type Person } from '#tests/support/accounts/people.ts'
import { openPayShop } from '#tests/support/money/payments.ts'
import { decideRefunds, refund, topUp, untilRefund } from '#tests/support/money/refunds.ts'
import { until } from '#tests/support/shop/wait.ts'

async function untilIssued(person: Person, reference: string): Promise<TaxDocument[]> {
  const read = async () => (await person.call(listTopUpDocuments, { reference })).data
  await until('all documents are issued', async () => !(await read()).isBeingIssued)
  return (await read()).documents
}

test('money added to a wallet gets a receipt without tax, and money sent back a refund voucher', async (t) => {
  const setup = await openPayShop(t)
  const { shop, admin, customer } = setup
  const legal = { businessName: 'Moon', address: '', email: '', taxId: '29AAACA0000A1ZU' }
  await admin.call(editSettings, { legal, tax: { name: 'GST', percent: 18, sac: '998439' } })
  const { reference, id } = await topUp(setup)
  const [receipt, ...none] = await untilIssued(customer, reference)
  assert.deepEqual(none, [])
  assert.match(receipt!.number, /^RV\/\d\d-\d\d\/0000001$/)
  assert.partialDeepStrictEqual(receipt, {
    kind: 'receipt',
    title: 'Receipt',
    corrects: null,
    seller: { businessName: 'Moon', taxId: legal.taxId, taxIdName: 'GSTIN' },
    buyer: { email: customer.email, player: '' },
    lines: [{ name: 'Money added to the wallet', code: '', amount: 500_00, isDiscount: false }],
    base: 500_00,
    taxes: [],
    total: 500_00,
    placeOfSupply: '',
    orderReference: reference,
    paidWith: 'Razorpay',
  })

  await admin.call(editSettings, { legal: { ...legal, businessName: 'Sun' } })
  await decideRefunds(shop, 'done')
  for (const amount of [200, 300]) {
    const { data } = await refund(admin, id, amount, '')
    await untilRefund(shop, data.reference, 'done')
  }
  const [same, ...vouchers] = await untilIssued(customer, reference)
  assert.deepEqual(same, receipt)
  assert.deepEqual(
    vouchers.map(({ total, lines }) => [total, lines[0]!.amount]),
    [
      [200_00, 200_00],
      [300_00, 300_00],
    ],
  )
  assert.match(vouchers[1]!.number, /^FV\/\d\d-\d\d\/0000002$/)
  assert.partialDeepStrictEqual(vouchers[0], {
    kind: 'refund voucher',
    title: 'Refund voucher',
    seller: { businessName: 'Moon' },
    corrects: { number: receipt!.number, datedAt: receipt!.datedAt },
    base: 200_00,
  })
  const stranger = await signUp(shop, 'Rohan')
  assert.equal((await stranger.call(listTopUpDocuments, { reference })).status, 404)
})
