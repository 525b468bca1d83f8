import { useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { useHotkey } from '#web/ui/hooks/use-hotkey.ts'
import { useGameSearch } from './use-game-search.ts'

/** Behaviour of a search field: typing searches, arrows select, Enter opens, Escape closes. */
export function useSearchField() {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { found, search } = useGameSearch()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useHotkey('/', () => input.current?.focus())
  const shown = isOpen ? found : null
  const games = shown?.games ?? []

  function type(typed: string): void {
    setText(typed)
    setActive(0)
    setOpen(true)
    search(typed)
  }

  function leave(): void {
    type('')
    setOpen(false)
    input.current?.blur()
  }

  const step = (by: 1 | -1) => setActive((active + by + games.length) % Math.max(1, games.length))
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: () => (shown ? setOpen(false) : leave()),
  }

  function press(event: KeyboardEvent): void {
    if (!keys[event.key]) return
    event.preventDefault()
    keys[event.key]!()
  }

  function submit(event: { preventDefault(): void }): void {
    event.preventDefault()
    const game = games[active]
    if (!game) return
    leave()
    void navigate(paths.product(game.gameSlug))
  }

  const open = () => setOpen(true)
  const close = () => setOpen(false)
  return { input, text, shown, active, type, press, submit, open, close, leave }
}
