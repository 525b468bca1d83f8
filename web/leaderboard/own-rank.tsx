import { useState } from 'react'
import { isSignedIn } from '#web/state/session.ts'
import { useOnLoad } from '#web/ui/hooks/use-on-load.ts'
import type { Row } from './load-boards.ts'

/** Loads after the page. Its space is reserved, so that nothing moves. */
export function OwnRank({ rows }: { rows: Row[] }) {
  const [words, setWords] = useState('Looking up your place this month…')
  useOnLoad(async () => {
    if (!isSignedIn()) return
    const { describeOwnRank } = await import('./describe-own-rank.ts')
    setWords(
      await describeOwnRank(rows).catch(
        () => 'We couldn’t look up your place. Reload the page to try again.',
      ),
    )
  })
  return (
    <output className="for-members flex min-h-24 sm:min-h-16 items-center rounded-md border border-glass bg-glass-soft px-4 py-2">
      {words}
    </output>
  )
}
