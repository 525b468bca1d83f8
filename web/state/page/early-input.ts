import { useEffect } from 'react'

declare global {
  // Input and submits that the script below recorded.
  var earlyInput:
    | {
        typed: Map<HTMLInputElement, string>
        submitted: SubmitEvent | undefined
        record(event: Event): void
      }
    | undefined
}

/**
 * Runs in the head. On a slow phone, people type into a page and submit it before React has hydrated. The browser would
 * then submit the form natively and put the password into the address. React would miss the typed text.
 */
export const RECORD_EARLY_INPUT = `
var earlyInput = {
typed: new Map(),
record: function (e) {
if (e.type === 'input') return earlyInput.typed.set(e.target, e.target.value);
if (e.target.hasAttribute('action')) return;
e.preventDefault();
earlyInput.submitted = e;
e.submitter.setAttribute('aria-busy', 'true');
}
};
addEventListener('input', earlyInput.record, true);
addEventListener('submit', earlyInput.record, true);
`.replaceAll('\n', '')

/** Replays the recorded input once the page has hydrated. */
export function useEarlyInput(): void {
  useEffect(() => {
    if (!globalThis.earlyInput) return
    const { typed, submitted, record } = globalThis.earlyInput
    globalThis.earlyInput = undefined
    removeEventListener('input', record, true)
    removeEventListener('submit', record, true)
    for (const [field, text] of typed) retype(field, text)
    if (submitted) setTimeout(submit, 0, submitted) // after React has processed the typed text
  }, [])
}

/** React ignores input events whose value equals the one it saw last. */
function retype(field: HTMLInputElement, text: string): void {
  field.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function submit({ target, submitter }: SubmitEvent): void {
  submitter?.removeAttribute('aria-busy')
  if (target instanceof HTMLFormElement) target.requestSubmit()
}
