import type { Endpoint } from '#contract/endpoint.ts'
import { schemaOf, validInput, type Fields } from '#tests/support/valid-input.ts'

/** The plainest of all choices, each time. */
const PLAIN = { below: () => 0, known: () => [] }

/** A request that its call would take: what it must have, and of what is known that which it takes. */
export const fillInput = (endpoint: Endpoint, known: Fields = {}): Fields => ({
  ...validInput(endpoint, PLAIN, 0),
  ...pickFields(endpoint, known),
})

const pickFields = (endpoint: Endpoint, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => hasField(endpoint, name)))

export const hasField = (endpoint: Endpoint, name: string): boolean =>
  name in (schemaOf(endpoint).properties ?? {})
