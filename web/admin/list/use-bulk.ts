import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'

/** The outcome for one row; null is success. */
export type BulkResult = { key: string; name: string; failure: string | null }

type Options<Row> = {
  rows: Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  refetch: Endpoint[]
}

/**
 * Selected rows of a list, and one action for all of them. Each row is a call of its own, so one failure stops no
 * other.
 */
export function useBulk<Row>({ rows, keyOf, nameOf, refetch }: Options<Row>) {
  const client = useQueryClient()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [results, setResults] = useState<BulkResult[]>([])
  const [running, setRunning] = useState('')
  const chosen = rows.filter((row) => marked.has(keyOf(row))) // selected rows of other pages don't count

  async function run(label: string, send: (row: Row) => Promise<unknown>): Promise<void> {
    if (running) return
    setRunning(label)
    const done: BulkResult[] = []
    for (const row of chosen) {
      const failure = await send(row).then(
        () => null,
        (error: Error) => error.message,
      )
      done.push({ key: keyOf(row), name: nameOf(row), failure })
      setResults([...done])
    }
    await Promise.all(refetch.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
    setMarked(new Set(done.filter(({ failure }) => failure !== null).map(({ key }) => key)))
    setRunning('')
  }

  return {
    select: { marked, onChange: setMarked, nameOf },
    count: chosen.length,
    total: rows.length,
    running,
    results,
    run,
    chooseAll: () => setMarked(new Set(rows.map(keyOf))),
    clear: () => setMarked(new Set()),
    dismiss: () => setResults([]),
  }
}
