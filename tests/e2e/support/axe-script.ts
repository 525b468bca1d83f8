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
export const RUN_AXE = `axe.run(${JSON.stringify(OPTIONS)}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ' ' + target + ': ' + failureSummary)))`
