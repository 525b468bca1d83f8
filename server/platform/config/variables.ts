import { isIP, isIPv6 } from 'node:net'
import { z } from 'zod'

/** Messages follow the variable's name. They never quote the value, which may be secret. */
export const number = (min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`
  const isInside = (value: number) => value >= min && value <= max
  return z
    .string()
    .regex(/^\d{1,10}$/, words)
    .transform(Number)
    .refine(isInside, words)
}
export const port = number(1, 65_535)
export const count = number(1, 1_000_000_000)
export const choice = <Word extends string>(...words: Word[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`)
export const url = (...schemes: string[]) => {
  const words = `must be an address that begins with ${schemes.join(':// or ')}://`
  return z.url({ protocol: new RegExp(`^(${schemes.join('|')})$`), error: words })
}
export const sender = z
  .string()
  .regex(
    /^([^<>]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be like My shop <shop@example.com>',
  )
export const commaList = (value: string) => value.split(',').flatMap((one) => one.trim() || [])
export const networks = z
  .string()
  .transform(commaList)
  .refine((all) => all.every(isNetwork), 'must be addresses or networks, separated by commas')
/** A list with commas. Its order matters. */
export const listOf = <Word extends string>(...words: Word[]) =>
  z
    .string()
    .transform((value) => commaList(value) as Word[])
    .refine(
      (all) => all.every((one) => words.includes(one)),
      `must be one or more of ${words.join(', ')}, separated by commas`,
    )

/** Accepts what the web framework accepts as a trusted proxy: an address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const bitsMax = isIPv6(address) ? 128 : 32
  const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
  return isIP(address) > 0 && isWidth && more.length === 0
}
