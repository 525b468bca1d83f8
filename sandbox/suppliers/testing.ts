import type { TestContext } from 'node:test'
import { DIGIFLAZZ } from '#connectors/suppliers/digiflazz/twin/credentials.ts'
import { G2BULK } from '#connectors/suppliers/g2bulk/twin/credentials.ts'
import { LAPAKGAMING } from '#connectors/suppliers/lapakgaming/twin/credentials.ts'
import { MOOGOLD } from '#connectors/suppliers/moogold/twin/credentials.ts'
import { SEAGM } from '#connectors/suppliers/seagm/twin/credentials.ts'
import { SMILEONE } from '#connectors/suppliers/smileone/twin/credentials.ts'
import { UNIPIN } from '#connectors/suppliers/unipin/twin/credentials.ts'
import { openSandbox } from '#sandbox/testing.ts'
import { hmacSha256, md5 } from './supplier.ts'

export const seconds = (ago = 0): string => String(Math.floor(Date.now() / 1000) - ago)
const asJson = { 'content-type': 'application/json' }

const ask = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init)
  return [response.status, await response.json()] as [number, Record<string, unknown>]
}

/** The shop's accounts with the suppliers. */
export const accountsAt = (url: string) => ({
  smileone: { url: `${url}/smileone`, ...SMILEONE },
  moogold: { url: `${url}/moogold`, ...MOOGOLD },
  unipin: { url: `${url}/unipin`, ...UNIPIN },
  seagm: { url: `${url}/seagm`, ...SEAGM },
  lapakgaming: { url: `${url}/lapakgaming`, ...LAPAKGAMING },
  g2bulk: { url: `${url}/g2bulk`, ...G2BULK },
  digiflazz: { url: `${url}/digiflazz`, ...DIGIFLAZZ },
})

/** A sandbox, and requests signed like a shop would for each supplier. */
export async function openSuppliers(t: TestContext) {
  const sandbox = await openSandbox(t)
  const shop = accountsAt(sandbox.url)
  /** Signed for Smile.One, unless the test overrides it. */
  async function smile(change: Record<string, string> = {}, method = 'getrole', wallet = '') {
    const fields: Record<string, string> = {
      uid: shop.smileone.uid,
      email: shop.smileone.email,
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
    const sign = md5(md5(`${pairs.join('')}${shop.smileone.key}`))
    return ask(`${shop.smileone.url}${wallet}/smilecoin/api/${method}`, {
      method: 'POST',
      body: new URLSearchParams({ sign, ...fields, ...change }),
    })
  }

  async function moo(path: string, fields: object, change: Record<string, string> = {}) {
    const body = JSON.stringify({ path, ...fields })
    const timestamp = change['timestamp'] ?? seconds()
    const basic = btoa(`${shop.moogold.partnerId}:${shop.moogold.secretKey}`)
    const auth = hmacSha256(shop.moogold.secretKey, `${body}${timestamp}${path}`)
    const headers = { ...asJson, authorization: `Basic ${basic}`, timestamp, auth, ...change }
    return ask(`${shop.moogold.url}/wp-json/v1/api/${path}`, { method: 'POST', body, headers })
  }

  async function uni(path: string, fields: object, change: Record<string, string> = {}) {
    const partnerid = shop.unipin.partnerId
    const timestamp = change['timestamp'] ?? seconds()
    const auth = hmacSha256(shop.unipin.secretKey, `${partnerid}${timestamp}${path}`)
    const headers = { ...asJson, partnerid, timestamp, path, auth, ...change }
    const body = JSON.stringify(fields)
    return ask(`${shop.unipin.url}/${path}`, { method: 'POST', body, headers })
  }

  async function sea(path: string, change: Record<string, string> = {}) {
    const fields = { uid: shop.seagm.uid, timestamp: seconds(), ...change }
    const text = `timestamp=${fields.timestamp}&uid=${fields.uid}`
    const signature = hmacSha256(shop.seagm.secretKey, text)
    return ask(`${shop.seagm.url}${path}?${new URLSearchParams({ signature, ...fields })}`)
  }

  const post = (url: string, body: object) =>
    ask(url, { method: 'POST', headers: asJson, body: JSON.stringify(body) })
  return { ...sandbox, shop, ask, smile, moo, uni, sea, post }
}
