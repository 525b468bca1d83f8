import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { IMAGE_BYTES_MAX } from '#contract/core/images.ts'
import { grainy, makePng, plain, toFile } from '#tests/support/catalogue/images.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

async function openDoor(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  return async (bytes: Buffer, name = 'picture.png') => {
    const form = new FormData()
    form.append('imageName', 'Gems')
    form.append('image', toFile(bytes, name))
    const { status, code, message, errors } = await admin.send('POST', '/api/v1/gallery', form)
    assert.equal((await shop.sql`select from image`).count, 0)
    return { told: [status, code], message, field: errors[0]?.field }
  }
}

const test = shareShop(openDoor)

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)

test('a file over 5 MB is refused with its name', async (upload) => {
  const { told, message } = await upload(Buffer.alloc(IMAGE_BYTES_MAX + 1), 'Mein Bild «हीरा».jpg')
  assert.deepEqual(told, [413, 'FILE_TOO_LARGE'])
  assert.equal(message, 'File "Mein Bild «हीरा».jpg" exceeds the maximum size of 5MB')
  assert.deepEqual((await upload(Buffer.alloc(12 * 1024 * 1024))).told, [413, 'FILE_TOO_LARGE'])
})

test('a file that is not an image is refused, whatever its name', async (upload) => {
  const files: Record<string, Buffer> = {
    'drawing.svg': svg,
    'svg.png': svg,
    'declared.png': Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg]),
    'program.png': readFileSync(process.execPath).subarray(0, 100_000),
    'windows.png': Buffer.from(`MZ\x90\0${'\0'.repeat(200)}PE\0\0`, 'latin1'),
    'archive.png': Buffer.from(`PK\x03\x04${'\0'.repeat(60)}`, 'latin1'),
    'page.png': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'document.png': Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    'film.png': Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
    'apple.png': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    'scan.png': await plain().tiff().toBuffer(),
    'text.png': Buffer.from('P1 1 1 1'),
    'short.png': Buffer.from([0xff]),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const { told, message, field } = await upload(bytes, name)
    assert.deepEqual([...told, field], [415, 'NOT_AN_IMAGE', 'image'], name)
    assert.equal(message, 'Please choose a JPEG, PNG, WebP, AVIF or GIF image')
  }
})

test('an empty file is refused', async (upload) => {
  const { told, message } = await upload(Buffer.alloc(0))
  assert.deepEqual([told, message], [[400, 'BAD_INPUT'], 'This file is empty'])
})

test('a small file that would decode to a huge picture is refused', async (upload) => {
  const side = 30_000
  const bomb = makePng({
    width: side,
    height: side,
    bits: 1,
    data: Buffer.alloc((side / 8 + 1) * side),
  })
  assert.ok(bomb.length < 200_000)
  const before = process.memoryUsage.rss()
  const { told, message } = await upload(bomb)
  assert.deepEqual(told, [400, 'IMAGE_TOO_LARGE'])
  assert.equal(message, 'This image has too many pixels. Please choose a smaller one')
  assert.ok(process.memoryUsage.rss() - before < 100e6)
})

test('a header that declares a huge size is refused', async (upload) => {
  const data = Buffer.alloc(10)
  const huge = makePng({ width: 100_000, height: 100_000, bits: 8, data })
  assert.deepEqual((await upload(huge)).told, [400, 'IMAGE_TOO_LARGE'])
  const jpeg = await plain().jpeg().toBuffer()
  const size = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5
  jpeg.writeUInt16BE(65_000, size)
  jpeg.writeUInt16BE(65_000, size + 2)
  assert.deepEqual((await upload(jpeg)).told, [400, 'IMAGE_TOO_LARGE'])
  const empty = makePng({ width: 7000, height: 7000, bits: 8, data })
  assert.deepEqual((await upload(empty)).told, [400, 'IMAGE_BROKEN'])
})

test('a truncated or corrupt image is refused', async (upload) => {
  const noise = grainy({ width: 300, height: 300, sigma: 40 })
  const whole = {
    jpeg: await noise.clone().jpeg().toBuffer(),
    png: await noise.clone().png().toBuffer(),
    webp: await noise.clone().webp().toBuffer(),
    avif: await noise.clone().avif({ effort: 0 }).toBuffer(),
    gif: await noise.clone().gif().toBuffer(),
  }
  for (const [format, bytes] of Object.entries(whole)) {
    const half = bytes.subarray(0, bytes.length / 2)
    assert.deepEqual((await upload(half)).told, [400, 'IMAGE_BROKEN'], `half a ${format}`)
    const head = Buffer.concat([bytes.subarray(0, 64), Buffer.from('rubbish'.repeat(50))])
    assert.deepEqual((await upload(head)).told, [400, 'IMAGE_BROKEN'], `rubbish as ${format}`)
  }
  const script = Buffer.from('GIF89a/*'.padEnd(40, '*') + '*/=1;alert(1)')
  assert.equal((await upload(script)).told[0], 400)
})
