import { useEffect, useRef } from 'react'
import { toast as show, ToastContainer, type ToastPosition } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'

type Entry = { id: string; type: 'success' | 'error' | 'info'; message: string }
type ToasterProps = {
  entries: Entry[]
  place: { position: ToastPosition; theme: 'light' | 'dark' }
  onSeen: (id: string) => void
}

const SHOWN_MS = 5_000

/** Says each entry once, in its corner, and reports when it has been seen. Alt+T reaches them. */
export function Toaster({ entries, place, onSeen }: ToasterProps) {
  const shown = useRef(new Set<string>())

  useEffect(() => {
    for (const { id, type, message } of entries) {
      if (shown.current.has(id)) continue
      shown.current.add(id)
      show(message, { type, toastId: id, onClose: () => onSeen(id) })
    }
  }, [entries, onSeen])

  return (
    <ToastContainer
      {...place}
      autoClose={SHOWN_MS}
      pauseOnHover
      pauseOnFocusLoss={false}
      hotKeys={(event) => event.altKey && event.code === 'KeyT'}
      aria-label="Messages"
    />
  )
}
