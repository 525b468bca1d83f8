import type { Audience } from '#contract/backoffice/announcements.ts'

const GROUPS = {
  everybody: 'Everybody',
  role: 'By role',
  bought: 'Bought recently',
  'not bought': 'Haven’t bought for a while',
  game: 'Bought a game',
  money: 'Have money in their wallet',
  people: 'Chosen people',
} as const satisfies Record<Audience['group'], string>

export const GROUP_OPTIONS = Object.entries(GROUPS).map(([value, label]) => ({ value, label }))

/** Names the audience in a few words. */
export function tellAudience(audience: Audience): string {
  switch (audience.group) {
    case 'role':
      return audience.role === 'reseller' ? 'Resellers' : 'Customers'
    case 'bought':
      return `Bought in ${audience.days} days`
    case 'not bought':
      return `Not bought for ${audience.days} days`
    case 'people':
      return audience.userIds.length === 1 ? 'One person' : `${audience.userIds.length} people`
    default:
      return GROUPS[audience.group]
  }
}

export const tellPeople = (count: number): string =>
  count === 1 ? 'one person' : `${count.toLocaleString('en-IN')} people`
