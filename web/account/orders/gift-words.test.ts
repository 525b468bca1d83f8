import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBeGift, wordsForFriend } from './gift-words.ts'

const gift = (change: object = {}) => ({
  status: 'processing' as const,
  itemId: { _id: '1', itemSlug: 'gems', itemName: '112 Diamonds' },
  gameId: {
    _id: '2',
    gameSlug: 'runeward',
    gameName: 'Runeward',
    inputFieldOne: 'User ID',
    inputFieldTwo: '',
  },
  gameDetailId: { userName: 'Kiran', playerId: '555' },
  ...change,
})

test('a message to a friend names the pack, the game and the player, and no order', () => {
  const url = 'https://shop.example/product/runeward'
  assert.equal(
    wordsForFriend(gift(), url),
    `I got you 112 Diamonds in Runeward, for Kiran. It’s on its way.\n${url}`,
  )
  const unnamed = gift({ status: 'completed', gameDetailId: { userName: '', playerId: '555' } })
  assert.equal(
    wordsForFriend(unnamed, url),
    `I got you 112 Diamonds in Runeward, for 555. It’s in the game now.\n${url}`,
  )
})

test('only an order that is on its way or there is offered as a gift', () => {
  const offered = ['pending', 'processing', 'completed', 'cancelled', 'failed', 'refunded'] as const
  assert.deepEqual(
    offered.filter((status) => canBeGift({ status })),
    ['processing', 'completed'],
  )
})
