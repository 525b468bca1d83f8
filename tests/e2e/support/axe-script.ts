import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'target-size': { enabled: false } },
  resultTypes: ['violations'],
  preload: false, // no page has audio or video
}

/** Runs without transitions. Colours on their way to another scheme would fail, and the check would run again. */
export const RUN_AXE = `(() => {
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important }')
  for (const animation of document.getAnimations())
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish()
  document.adoptedStyleSheets.push(still)
  return axe.run(${JSON.stringify(OPTIONS)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target + ': ' + failureSummary)))
    .finally(() => document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(still), 1))
})()`
