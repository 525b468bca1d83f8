import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playerFacts, playerLine } from './player-words.ts'

test('a player is shown with the labels of the game, and a server by its name', () => {
  const heroes = { inputFieldOne: 'Hero ID', inputFieldTwo: 'Server' }
  const player = { playerId: '12345', zoneId: 'TW_HK_MO' }
  assert.deepEqual(playerFacts(heroes, player), [
    ['Hero ID', '12345'],
    ['Server', 'Taiwan, Hong Kong, Macau'],
  ])
  const plain = { inputFieldOne: '', inputFieldTwo: '' }
  assert.deepEqual(playerFacts(plain, { playerId: '7', zoneId: '' }), [['User ID', '7']])
  assert.equal(
    playerLine({ ...player, userName: 'Moonlit' }),
    'Moonlit (12345, Taiwan, Hong Kong, Macau)',
  )
  assert.equal(playerLine({ playerId: '7', zoneId: '2001', userName: '' }), '7, 2001')
})
