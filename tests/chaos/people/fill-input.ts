import type { Endpoint } from '#contract/core/endpoint.ts'
import { schemaOf, validInput, type Fields } from '#tests/support/calls/valid-input.ts'

/** Always makes the simplest choice. */
const PLAIN = { below: () => 0, known: () => [] }

/** A request that the call accepts: its required fields, plus those known values it takes. */
export const fillInput = (endpoint: Endpoint, known: Fields = {}): Fields => ({
  ...validInput(endpoint, PLAIN, 0),
  ...pickFields(endpoint, known),
})

const pickFields = (endpoint: Endpoint, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => hasField(endpoint, name)))

export const hasField = (endpoint: Endpoint, name: string): boolean =>
  name in (schemaOf(endpoint).properties ?? {})
