import type { ApiCaller } from '#server/context.ts'

/** Builds the caller that a key stands for: a reseller who never signs in, and has proven nothing but the key. */
export const toApiCaller = (userId: string, key: ApiCaller['key']): ApiCaller => ({
  id: userId,
  role: 'reseller',
  rights: [],
  sessionId: key.id,
  isGuest: false,
  provenAt: null,
  hasFactor: false,
  confirmedAt: null,
  key,
})
