import { useEffect } from 'react'

declare global {
  // Input and submits that the script below recorded.
  var early:
    | {
        typed: Map<HTMLInputElement, string>
        sent: SubmitEvent | undefined
        hear(event: Event): void
      }
    | undefined
}

/**
 * Runs in the head. On a slow phone, people type into a page and submit it before React has hydrated. The browser would
 * then submit the form natively and put the password into the address. React would miss the typed text.
 */
export const HEAR_EARLY = `
var early = {
typed: new Map(),
hear: function (e) {
if (e.type === 'input') return early.typed.set(e.target, e.target.value);
if (e.target.hasAttribute('action')) return;
e.preventDefault();
early.sent = e;
e.submitter.setAttribute('aria-busy', 'true');
}
};
addEventListener('input', early.hear, true);
addEventListener('submit', early.hear, true);
`.replaceAll('\n', '')

/** Replays the recorded input once the page has hydrated. */
export function useEarlyHands(): void {
  useEffect(() => {
    if (!globalThis.early) return
    const { typed, sent, hear } = globalThis.early
    globalThis.early = undefined
    removeEventListener('input', hear, true)
    removeEventListener('submit', hear, true)
    for (const [field, text] of typed) retype(field, text)
    if (sent) setTimeout(send, 0, sent) // after React has processed the typed text
  }, [])
}

/** React ignores input events whose value equals the one it saw last. */
function retype(field: HTMLInputElement, text: string): void {
  field.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function send({ target, submitter }: SubmitEvent): void {
  submitter?.removeAttribute('aria-busy')
  if (target instanceof HTMLFormElement) target.requestSubmit()
}
