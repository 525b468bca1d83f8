/** Used as a `ref`: scrolls a new element into view, even where a bar covers the bottom of the page. */
export const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' })

/** Used as a `ref`: focuses an element that replaces the previously focused one. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()
