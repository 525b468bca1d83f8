type Span = readonly [top: number, bottom: number]
type Wanted = { height: number; from: number; to: number }

const AIR = 8

/**
 * Lower edge of the lowest place between `from` and `to` that overlaps nothing in `taken`. If every place is taken, it
 * lies above the lowest span, which is the bar at the bottom.
 */
export function findGap(taken: readonly Span[], { height, from, to }: Wanted): number {
  const edges = [to, ...taken.map(([top]) => top)]
    .map((edge) => edge - AIR)
    .filter((edge) => edge < to && edge - height >= from)
    .toSorted((one, other) => other - one)
  const isFree = (edge: number) =>
    taken.every(([top, bottom]) => bottom <= edge - height - AIR || top >= edge + AIR)
  const lowest = Math.max(...taken.map(([top]) => top - AIR))
  return edges.find(isFree) ?? Math.min(to - AIR, Math.max(lowest, from + height))
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, label, [role=button]'
const TOP_LAYER = 'dialog[open], [role=alertdialog], [role=dialog]'

/** Distance from the bottom of the window at which a toast of this height covers no usable control. */
export function findToastBottom(height: number): number {
  const layer = [...document.querySelectorAll(TOP_LAYER)].at(-1) ?? document.body
  const { offsetTop = 0, height: seen = window.innerHeight } = window.visualViewport ?? {} // minus the keyboard
  const taken = [...layer.querySelectorAll(CONTROLS)]
    .filter((control) => control.checkVisibility())
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.bottom > 0 && box.top < window.innerHeight)
    .map((box): Span => [box.top, box.bottom])
  const edge = findGap(taken, { height, from: offsetTop, to: offsetTop + seen })
  return window.innerHeight - edge
}
