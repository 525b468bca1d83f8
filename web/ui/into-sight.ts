/** As a `ref`: what appears comes into sight, also where a bar covers the foot of the page. */
export const intoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' })

/** As a `ref`: what takes the place of something that had the focus takes the focus too. */
export const intoFocus = (element: HTMLElement | null) => element?.focus()
