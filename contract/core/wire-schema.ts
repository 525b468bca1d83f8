import { z } from 'zod'
import { Currency, ForeignCurrency } from './currencies.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Describes what goes over the wire, in a form that every validator accepts. */
export function toSchema(schema: z.ZodType): JsonSchema {
  return describeWire(schema, dropPattern)
}

/** Describes the same, and keeps every pattern. */
export const toWholeSchema = (schema: z.ZodType): JsonSchema => describeWire(schema, () => {})

type Given = { zodSchema: unknown; jsonSchema: JsonSchema }
type Override = (given: Given) => void

function describeWire(schema: z.ZodType, override: Override): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override: (context) => {
      shortenCodes(context)
      override(context)
    },
  })
  return rest
}

/** Drops patterns with Unicode classes, because many validators do not support them and refuse valid input. */
function dropPattern({ jsonSchema }: Given): void {
  if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern
}

/** A pattern in place of 150 codes. */
function shortenCodes({ zodSchema, jsonSchema }: Given): void {
  if (zodSchema !== Currency && zodSchema !== ForeignCurrency) return
  delete jsonSchema.enum
  jsonSchema.pattern = zodSchema === Currency ? '^[A-Z]{3}$' : '^(?!INR$)[A-Z]{3}$'
}
