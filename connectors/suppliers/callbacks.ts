import { readJson } from '#connectors/messages.ts'

/** Reads JSON, or else form fields. Most suppliers do not document which they send. */
export const readJsonOrForm = (body: Buffer): unknown =>
  readJson(body) ?? Object.fromEntries(new URLSearchParams(body.toString()))
