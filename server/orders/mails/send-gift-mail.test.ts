import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GUEST_NAME } from '#server/accounts/guests/guests.ts'
import { giftMail } from './send-gift-mail.ts'

const given = {
  shopName: 'Gemstall',
  giver: 'Asha Rao',
  gift: { email: 'kiran@example.com', message: '<a href="//evil">Hi</a> & bye' },
  order: {
    gameName: 'Runeward',
    itemName: '112 Diamonds',
    playerName: '<i>Kiran</i>',
    playerId: '555',
    zoneId: '2001',
    playerLabel: 'User ID',
    zoneLabel: 'Zone ID',
  },
  withCode: false,
}

test('markup in a message or a name stays text in the mail', () => {
  const { to, html, text } = giftMail(given)
  assert.equal(to, 'kiran@example.com')
  assert.doesNotMatch(html, /<a |<i>/)
  assert.ok(html.includes('“&#60;a href=&#34;//evil&#34;&#62;Hi&#60;/a&#62; &#38; bye”'))
  assert.ok(text.includes('Their message: “<a href="//evil">Hi</a> & bye”'))
  assert.match(
    text,
    /Game: Runeward\nPack: 112 Diamonds\nPlayer: <i>.*\nUser ID: 555\nZone ID: 2001/,
  )
})

test('a mail about a code says who has it, and a guest has no name', () => {
  const { subject, text } = giftMail({ ...given, giver: GUEST_NAME, withCode: true })
  assert.equal(subject, 'Somebody sent you 112 Diamonds')
  assert.match(text, /Whoever sent it has it/)
  assert.doesNotMatch(text, /delivered to the player/)
})
