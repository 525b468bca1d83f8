import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { toast as show, ToastContainer, type ToastPosition } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { findToastBottom } from './find-gap.ts'
import './toaster.css'

type Entry = { id: string; type: 'success' | 'error' | 'info'; message: string }
type ToasterProps = {
  entries: Entry[]
  place: { position: ToastPosition; theme: 'light' | 'dark' }
  onSeen: (id: string) => void
}

const SHOWN_MS = 5_000
const TALL = 84 // height of a two-line message

/** Shows only the newest message and reports each one as seen. Alt+T moves the focus to it. */
export function Toaster({ entries, place, onSeen }: ToasterProps) {
  const shown = useRef<string>(null)
  const [bottom, setBottom] = useState(0)

  useEffect(() => {
    const newest = entries.at(-1)
    if (!newest || newest.id === shown.current) return
    shown.current = newest.id
    show.dismiss()
    setBottom(findToastBottom(TALL))
    show(newest.message, { type: newest.type, toastId: newest.id })
    for (const { id } of entries) onSeen(id)
  }, [entries, onSeen])

  return (
    <ToastContainer
      {...place}
      style={{ '--free-bottom': `${bottom}px` } as CSSProperties}
      autoClose={SHOWN_MS}
      draggable={false}
      pauseOnHover
      pauseOnFocusLoss={false}
      hotKeys={(event) => event.altKey && event.code === 'KeyT'}
      aria-label="Messages"
    />
  )
}
