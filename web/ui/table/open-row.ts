import type { MouseEvent } from 'react'

const INTERACTIVE = 'a, button, input, select, textarea, label, summary'

/**
 * A press anywhere on a row presses the link or button marked `data-row` in it. Text in the row can still be selected.
 * Keyboard users reach the link or button itself.
 */
export function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event
  if ((target as Element).closest(INTERACTIVE)) return
  // React also bubbles presses in dialogs opened from the row, which lie elsewhere in the document.
  if (!currentTarget.contains(target as Node)) return
  if (getSelection()?.type === 'Range') return
  const main = currentTarget.querySelector<HTMLElement>('[data-row]')
  if (button === 1) {
    if (main instanceof HTMLAnchorElement) window.open(main.href, '_blank', 'noopener')
  } else {
    const how = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
    main?.dispatchEvent(new window.MouseEvent('click', how))
  }
}
