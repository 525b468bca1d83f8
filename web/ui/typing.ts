import { createContext, useContext, useEffect, useId, useRef, useState } from 'react'

type Typing = {
  /** Forms say here whether something is typed in them. */
  tell: (form: string, isTyped: boolean) => void
  /** Leaves at once, or after the question if something is typed. */
  leave: (go: () => void) => void
}

export const TypingContext = createContext<Typing | null>(null)

/**
 * The dialog's side: what its forms say, and where a reader wanted to go who is asked first. After the question, the focus goes
 * back to where it was.
 */
export function useTyping() {
  const [forms] = useState(() => new Set<string>())
  const cameFrom = useRef<HTMLElement>(null)
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null)
  const [typing] = useState<Typing>(() => ({
    tell: (form, isTyped) => void (isTyped ? forms.add(form) : forms.delete(form)),
    leave: (go) => {
      if (forms.size === 0) return go()
      cameFrom.current = document.activeElement as HTMLElement | null
      setWanted({ go })
    },
  }))
  return {
    typing,
    isAsked: wanted !== null,
    cameFrom,
    keep: () => setWanted(null),
    discard: () => {
      forms.clear()
      setWanted(null)
      wanted?.go()
    },
  }
}

/** The form's side. Gives back how to leave the dialog, or null where there is none. */
export function useTypingIn(isTyped: boolean): Typing['leave'] | null {
  const form = useId()
  const typing = useContext(TypingContext)
  useEffect(() => {
    typing?.tell(form, isTyped)
    return () => typing?.tell(form, false)
  }, [typing, form, isTyped])
  return typing?.leave ?? null
}
