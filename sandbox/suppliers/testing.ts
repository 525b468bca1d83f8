import type { TestContext } from 'node:test'
import { openSandbox } from '#sandbox/testing.ts'
import { hmacSha256, md5 } from './supplier.ts'

export const seconds = (ago = 0): string => String(Math.floor(Date.now() / 1000) - ago)
const asJson = { 'content-type': 'application/json' }

const ask = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init)
  return [response.status, await response.json()] as [number, Record<string, unknown>]
}

/** A sandbox, and requests signed like a shop would for each supplier. */
export async function openSuppliers(t: TestContext) {
  const sandbox = await openSandbox(t)
  const { shop } = sandbox
  /** Signed for Smile.One, unless the test overrides it. */
  async function smile(change: Record<string, string> = {}, method = 'getrole', wallet = '') {
    const fields: Record<string, string> = {
      uid: shop.SMILEONE_UID,
      email: shop.SMILEONE_EMAIL,
      product: 'mobilelegends',
      time: seconds(),
      userid: '12345678',
      zoneid: '1234',
      productid: '13',
      ...change,
    }
    const pairs = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}=${fields[name]}&`)
    const sign = md5(md5(`${pairs.join('')}${shop.SMILEONE_KEY}`))
    return ask(`${shop.SMILEONE_URL}${wallet}/smilecoin/api/${method}`, {
      method: 'POST',
      body: new URLSearchParams({ sign, ...fields, ...change }),
    })
  }

  async function moo(path: string, fields: object, change: Record<string, string> = {}) {
    const body = JSON.stringify({ path, ...fields })
    const timestamp = change['timestamp'] ?? seconds()
    const basic = btoa(`${shop.MOOGOLD_PARTNER_ID}:${shop.MOOGOLD_SECRET_KEY}`)
    const auth = hmacSha256(shop.MOOGOLD_SECRET_KEY, `${body}${timestamp}${path}`)
    const headers = { ...asJson, authorization: `Basic ${basic}`, timestamp, auth, ...change }
    return ask(`${shop.MOOGOLD_URL}/wp-json/v1/api/${path}`, { method: 'POST', body, headers })
  }

  async function uni(path: string, fields: object, change: Record<string, string> = {}) {
    const partnerid = shop.UNIPIN_PARTNER_ID
    const timestamp = change['timestamp'] ?? seconds()
    const auth = hmacSha256(shop.UNIPIN_SECRET_KEY, `${partnerid}${timestamp}${path}`)
    const headers = { ...asJson, partnerid, timestamp, path, auth, ...change }
    const body = JSON.stringify(fields)
    return ask(`${shop.UNIPIN_URL}/${path}`, { method: 'POST', body, headers })
  }

  async function sea(path: string, change: Record<string, string> = {}) {
    const fields = { uid: shop.SEAGM_UID, timestamp: seconds(), ...change }
    const text = `timestamp=${fields.timestamp}&uid=${fields.uid}`
    const signature = hmacSha256(shop.SEAGM_SECRET_KEY, text)
    return ask(`${shop.SEAGM_URL}${path}?${new URLSearchParams({ signature, ...fields })}`)
  }

  const post = (url: string, body: object) =>
    ask(url, { method: 'POST', headers: asJson, body: JSON.stringify(body) })
  return { ...sandbox, ask, smile, moo, uni, sea, post }
}
