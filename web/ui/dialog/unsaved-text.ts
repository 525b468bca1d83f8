import { createContext, useContext, useEffect, useId, useRef, useState } from 'react'

type UnsavedText = {
  /** Forms report here whether they contain typed text. */
  tell: (form: string, isTyped: boolean) => void
  /** Runs `go` at once, or after a confirmation if a form contains typed text. */
  leave: (go: () => void) => void
}

export const UnsavedTextContext = createContext<UnsavedText | null>(null)

/**
 * The dialog's state: which forms contain typed text, and which action awaits the user's answer. After the question the
 * focus returns at once to where it was.
 */
export function useUnsavedText() {
  const [forms] = useState(() => new Set<string>())
  const cameFrom = useRef<HTMLElement>(null)
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null)
  const [unsavedText] = useState<UnsavedText>(() => ({
    tell: (form, isTyped) => void (isTyped ? forms.add(form) : forms.delete(form)),
    leave: (go) => {
      if (forms.size === 0) return go()
      cameFrom.current = document.activeElement as HTMLElement | null
      setWanted({ go })
    },
  }))
  // The question still fades then. Text typed meanwhile must arrive, and a later move would take the focus from elsewhere.
  useEffect(() => {
    if (!wanted) cameFrom.current?.focus({ preventScroll: true })
  }, [wanted])
  return {
    unsavedText,
    isAsked: wanted !== null,
    keep: () => setWanted(null),
    discard: () => {
      forms.clear()
      cameFrom.current = null
      setWanted(null)
      wanted?.go()
    },
  }
}

/** Reports a form's state to its dialog. Returns how to leave the dialog, or null outside a dialog. */
export function useUnsavedTextIn(isTyped: boolean): UnsavedText['leave'] | null {
  const form = useId()
  const unsavedText = useContext(UnsavedTextContext)
  useEffect(() => {
    unsavedText?.tell(form, isTyped)
    return () => unsavedText?.tell(form, false)
  }, [unsavedText, form, isTyped])
  return unsavedText?.leave ?? null
}
