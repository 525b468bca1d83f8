const FIELDS = ':is(input, select, textarea):not(:disabled)'
const CONTROLS = ':is(a[href], button, input, select, textarea):not(:disabled)'

// These move the focus at once: a key may be pressed before the next frame, and a later move would change what it
// means. They return false so that Base UI doesn't move it again.

/**
 * Focuses the first field of a dialog, or else its first control. On phones it focuses the dialog itself, so that no
 * keyboard covers it.
 */
export function focusField(dialog: HTMLElement | null): false {
  const isPhone = matchMedia('(pointer: coarse)').matches
  const first = isPhone ? dialog : (find(dialog, FIELDS) ?? find(dialog, CONTROLS))
  first?.focus({ preventScroll: true })
  return false
}

export function focusControl(dialog: HTMLElement | null): false {
  find(dialog, CONTROLS)?.focus({ preventScroll: true })
  return false
}

const find = (dialog: HTMLElement | null, selector: string): HTMLElement | undefined =>
  [...(dialog?.querySelectorAll<HTMLElement>(selector) ?? [])].find(({ tabIndex }) => tabIndex >= 0)
