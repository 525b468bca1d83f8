import type { DemoTag } from './game.ts'

/** Text and background colours of the tags. Each pair has a contrast above 4.5:1. */
export const DEMO_TAGS: Record<DemoTag, { color: string; background: string }> = {
  New: { color: '#06281f', background: '#5fd6b0' },
  Hot: { color: '#ffffff', background: '#b3261e' },
  'Best value': { color: '#2b1700', background: '#f5b84a' },
  Limited: { color: '#ffffff', background: '#6b3fb8' },
  '-10%': { color: '#04263a', background: '#7cc8f2' },
}
