import type { ApiCaller } from '#server/context.ts'

/** Whom a key stands for: a reseller who never signs in, and has shown nothing but the key. */
export const asProgram = (userId: string, key: ApiCaller['key']): ApiCaller => ({
  id: userId,
  role: 'reseller',
  rights: [],
  sessionId: key.id,
  provenAt: null,
  hasFactor: false,
  confirmedAt: null,
  key,
})
