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
        isTyped ? 'This is how it is now, with what you typed' : 'This is how it is now',
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
        Your change is not saved yet. Load how it is now
        {isTyped ? ': what you typed stays, the rest follows.' : '.'}
      </p>
      <Button
        className="justify-self-start"
        isBusy={isLoading}
        busyLabel="Loading..."
        onClick={() => void show()}
      >
        Load the newest
      </Button>
    </div>
  )
}
