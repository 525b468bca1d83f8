import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDocuments } from '#contract/accounting/documents.ts'
import { listApiDocuments } from '#contract/accounting/reseller-documents.ts'
import { renderPdf } from '#server/accounting/pdf/render-pdf.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import {
  openApiClient,
  openResale,
  orderByApiClient,
} from '#tests/support/resellers/api-clients.ts'
import { until } from '#tests/support/shop/wait.ts'

test('an API client gets the documents of its own order with their PDF files', async (t) => {
  const { productId, enter, end } = await openResale(t)
  const { apiClient, reseller } = await enter()
  const { data: placed } = await orderByApiClient(apiClient, { productId })
  await end(placed._id, 'refunded')
  const ask = async (client: Person, id = placed._id) => client.call(listApiDocuments, { id })
  await until('both documents are issued', async () => {
    const { data } = await ask(apiClient)
    return !data.isBeingIssued && data.documents.length === 2
  })
  const { documents } = (await ask(apiClient)).data
  const own = (await reseller.call(listDocuments, { id: placed._id })).data.documents
  assert.deepEqual(
    documents.map(({ number, kind, total, tax }) => [number, kind, total, tax]),
    own.map(({ number, kind, total, base }) => [number, kind, total, total - base]),
  )
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    ['invoice', 'credit note'],
  )
  for (const [index, { pdf }] of documents.entries())
    assert.equal(pdf, Buffer.from(await renderPdf(own[index]!)).toString('base64'))

  const { apiClient: other } = await enter()
  assert.equal((await ask(other)).code, 'NO_SUCH_ORDER')
  const trial = await openApiClient(reseller, { isTest: true })
  assert.equal((await ask(trial)).code, 'NO_SUCH_ORDER')
  const { data: rehearsed } = await orderByApiClient(trial, { productId })
  assert.deepEqual((await ask(trial, rehearsed._id)).data, { documents: [], isBeingIssued: false })
})
