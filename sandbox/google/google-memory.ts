import type { Adapter, AdapterPayload } from 'oidc-provider'

const RECORDS_MAX = 10_000

/** Stores the OpenID provider's codes and tokens. Sessions are not stored, so every visit shows the account page. */
export function rememberInMemory(): (model: string) => Adapter {
  const records = new Map<string, AdapterPayload>()

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload) {
        if (model === 'Session') return
        records.set(keyOf(id), payload)
        if (records.size > RECORDS_MAX) records.delete(records.keys().next().value!)
      },
      find: async (id) => records.get(keyOf(id)),
      findByUid: async () => undefined, // sessions
      findByUserCode: async () => undefined, // codes typed into another device
      async consume(id) {
        const record = records.get(keyOf(id))
        if (record) record.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        records.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, record] of records) if (record.grantId === grantId) records.delete(key)
      },
    }
  }
}
