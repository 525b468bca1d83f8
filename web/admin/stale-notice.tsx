import { useState } from 'react'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  isTyped: boolean
  /** Puts what is there now below what was typed. */
  load: () => Promise<void>
}

/** A long form's end is out of sight. */
const comeIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'center' })

/** Somebody else was quicker: nothing is saved yet, and nothing that was typed is lost. */
export function StaleNotice({ isTyped, load }: Props) {
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
