import { DEMO_GAMES } from './catalogue.ts'
import { toSlug, type DemoGame } from './game.ts'

const FIRST =
  `Amber Ashen Azure Brass Bright Broken Cinder Crimson Crystal Dawn Dusk Echo Ember Fable Feral
Frost Gilded Golden Hollow Iron Ivory Jade Lunar Mirror Misty Neon Obsidian Pale Quiet Rogue Royal Rune
Scarlet Shadow Silver Solar Storm Thunder Velvet Wild`.split(/\s+/)
const SECOND =
  `Arena Armada Ascent Atlas Bastion Bazaar Blades Canyon Citadel Clans Colony Company Court
Crusade Cup Derby Dominion Draft Drift Dynasty Empire Fleet Frontier Gambit Garden Guild Harbour Haven
Heroes Horizon Hunters Isles Kings Kitchen League Legacy Legion Lords Maze Oath Odyssey Outpost Patrol
Pilots Pirates Quest Raiders Rally Realms Rising Sagas Siege Signal Squad Tactics Tales Titans Trials
Voyage Wardens`.split(/\s+/)

/** Extra games for load measurements. They reuse packs and have no pictures. */
export const manyGames = (count: number): DemoGame[] =>
  Array.from({ length: count }, (_, index): DemoGame => {
    const round = Math.floor(index / (FIRST.length * SECOND.length))
    // Steps through the second words by 7, so that neighbours differ in both words.
    const second = SECOND[(index * 7 + Math.floor(index / SECOND.length)) % SECOND.length]!
    const first = FIRST[Math.floor(index / SECOND.length) % FIRST.length]!
    const name = [first, second, round > 0 ? round + 1 : ''].join(' ').trim()
    const model = DEMO_GAMES[index % DEMO_GAMES.length]!
    const slug = toSlug(name)
    return {
      ...model,
      name,
      slug,
      givenName: name,
      description: model.description.replaceAll(model.name, name),
      packs: model.packs.map((pack) => ({ ...pack, slug: pack.slug.replace(model.slug, slug) })),
    }
  })
