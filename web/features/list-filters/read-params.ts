import { z } from 'zod'

/** Reads a list's filters from the address. Unknown or invalid values are ignored. */
export function readParams<S extends z.ZodObject>(schema: S, address: string): z.output<S> {
  const params = new URLSearchParams(address)
  const known = Object.entries(schema.shape).flatMap(([name, field]) => {
    const said = params.get(name)
    const isKnown = said !== null && z.safeDecode(field as z.ZodType, said as never).success
    return isKnown ? [[name, said]] : []
  })
  return z.decode(schema, Object.fromEntries(known))
}

/** Changes filters in the address. An empty value removes its filter, and any change returns to the first page. */
export function changeParams(address: string, changes: Record<string, string>): string {
  const params = new URLSearchParams(address)
  params.delete('page')
  for (const [name, value] of Object.entries(changes))
    if (value) params.set(name, value)
    else params.delete(name)
  return params.toString()
}
