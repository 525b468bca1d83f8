import assert from 'node:assert/strict'
import { isIPv6 } from 'node:net'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { networkOf } from './limits/flood-limits.ts'

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
const groups = fc.array(group, { minLength: 8, maxLength: 8 })
const style = fc.record({ isFull: fc.boolean(), isUpper: fc.boolean(), isShort: fc.boolean() })

type Style = { isFull: boolean; isUpper: boolean; isShort: boolean }

/** Writes the address in one of its many spellings. */
function write(address: number[], { isFull, isUpper, isShort }: Style): string {
  const parts = address.map((one) => one.toString(16).padStart(isFull ? 4 : 1, '0'))
  const long = parts.join(':')
  const zeros = isFull ? /(^|:)(0000(:|$))+/ : /(^|:)(0(:|$))+/
  const text = isShort ? long.replace(zeros, '::') : long
  return isUpper ? text.toUpperCase() : text
}

test('an IPv6 home is one network, however its addresses are written', () => {
  const property = fc.property(groups, groups, style, style, (one, other, style1, style2) => {
    const neighbour = [...one.slice(0, 4), ...other.slice(4)]
    const [first, second] = [write(one, style1), write(neighbour, style2)]
    fc.pre(isIPv6(first) && isIPv6(second) && !isMapped(one) && !isMapped(neighbour))
    assert.equal(networkOf(first), networkOf(second), `${first} and ${second}`)
  })
  fc.assert(property, { seed: 1, numRuns: 2_000 })
})

test('two IPv6 homes are two networks', () => {
  const property = fc.property(groups, groups, style, style, (one, other, style1, style2) => {
    fc.pre(one.slice(0, 4).join() !== other.slice(0, 4).join())
    const [first, second] = [write(one, style1), write(other, style2)]
    fc.pre(isIPv6(first) && isIPv6(second))
    assert.notEqual(networkOf(first), networkOf(second), `${first} and ${second}`)
  })
  fc.assert(property, { seed: 2, numRuns: 2_000 })
})

test('an IPv4 address is its own network, also in IPv6 notation', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(networkOf(address), address)
      assert.equal(networkOf(`::ffff:${address}`), address)
      assert.equal(networkOf(`::FFFF:${address}`), address)
    }),
    { seed: 3 },
  )
})

test('a port behind a forwarded address is ignored', () => {
  assert.equal(networkOf('192.0.2.1:5678'), '192.0.2.1')
  assert.equal(networkOf('[2001:db8:1:1::1]:443'), networkOf('2001:db8:1:1::2'))
  assert.equal(networkOf('[2001:db8:1:1::1]'), networkOf('2001:db8:1:1::2'))
})

test('an invalid address is kept as it is', () => {
  for (const odd of ['', 'unknown', 'shop.example']) assert.equal(networkOf(odd), odd)
})

const isMapped = (address: number[]) =>
  address.slice(0, 5).every((one) => one === 0) && address[5] === 0xffff
