import { useEffect } from 'react'

declare global {
  // What the script below leaves for the page.
  var early:
    | {
        typed: Map<HTMLInputElement, string>
        sent: SubmitEvent | undefined
        hear(event: Event): void
      }
    | undefined
}

/**
 * Runs in the head. On a slow phone a page is read, typed into and sent before it answers: by itself the
 * browser would send a form as an address, with the password in it, and nothing would hear what was typed.
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

/** Tells the page what it could not hear yet, once it can. */
export function useEarlyHands(): void {
  useEffect(() => {
    if (!globalThis.early) return
    const { typed, sent, hear } = globalThis.early
    globalThis.early = undefined
    removeEventListener('input', hear, true)
    removeEventListener('submit', hear, true)
    for (const [field, text] of typed) retype(field, text)
    if (sent) setTimeout(send, 0, sent) // when what was typed has been taken in
  }, [])
}

/** React hears of a text only when it is another one than it saw last. */
function retype(field: HTMLInputElement, text: string): void {
  field.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function send({ target, submitter }: SubmitEvent): void {
  submitter?.removeAttribute('aria-busy')
  if (target instanceof HTMLFormElement) target.requestSubmit()
}
