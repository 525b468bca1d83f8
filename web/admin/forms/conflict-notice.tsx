import { useState } from 'react'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  isTyped: boolean
  /** Loads the current values below the typed ones. */
  load: () => Promise<void>
}

/** The end of a long form may be out of sight. */
const comeIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'center' })

/** Says that someone else saved first. Nothing is saved yet, and no typed text is lost. */
export function ConflictNotice({ isTyped, load }: Props) {
  const [isLoading, setLoading] = useState(false)
  async function show(): Promise<void> {
    setLoading(true)
    try {
      await load()
      toast(
        'info',
        isTyped ? 'Latest version loaded. Your typing is kept' : 'Latest version loaded',
      )
    } catch (error) {
      toast('error', (error as Error).message)
    } finally {
      setLoading(false)
    }
  }
  return (
    <div ref={comeIntoView} className="grid gap-3 rounded-md bg-lantern-soft p-4">
      <p>
        Someone else changed this, so your change isn’t saved yet. Load the latest version
        {isTyped ? '; what you typed stays.' : '.'}
      </p>
      <Button
        className="justify-self-start"
        isBusy={isLoading}
        busyLabel="Loading..."
        onClick={() => void show()}
      >
        Load latest version
      </Button>
    </div>
  )
}
