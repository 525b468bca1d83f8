import { Worker } from 'node:worker_threads'
import type { TaxDocument } from '#contract/accounting/documents.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toPage, type Page } from './to-page.ts'

/** Evidence on a purchase, in words to print. A part has facts or a table. */
export type EvidencePage = {
  title: string
  shop: string[]
  madeAt: string
  day: [year: number, month: number, day: number]
  parts: {
    title: string
    facts: { name: string; words: string }[]
    columns: string[]
    rows: string[][]
  }[]
}

/** Layouts by the names of their files. */
type Layout =
  | { template: 'template-1'; page: Page }
  | { template: 'evidence-1'; page: EvidencePage }

export type PdfRequest = { id: number } & Layout
export type PdfReply = { id: number; pdf: Uint8Array } | { id: number; problem: string }

const WAITING_MAX = 100
const RUNS_MAX = 1_000 // the thread's memory grows with each run
const STUCK_MS = 30_000
const IDLE_MS = 60_000 // then its memory is given back

type Waiting = { resolve: (pdf: Uint8Array) => void; reject: (error: Error) => void }

let current: ReturnType<typeof startTypesetter> | undefined

/** Typesets a document, in a thread that all callers share. The same document always has the same bytes. */
export const renderPdf = (document: TaxDocument): Promise<Uint8Array> =>
  typeset({ template: 'template-1', page: toPage(document) })

export const renderEvidence = (page: EvidencePage): Promise<Uint8Array> =>
  typeset({ template: 'evidence-1', page })

function typeset(layout: Layout): Promise<Uint8Array> {
  current ??= startTypesetter(() => {
    current = undefined
  })
  return current.render(layout)
}

function startTypesetter(onEnd: () => void) {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url))
  const waiting = new Map<number, Waiting>()
  let runs = 0
  let timer = setTimeout(() => {}, 0)

  /** Takes no more work. What still waits is answered, unless the thread is broken. */
  const end = (reason: Error) => {
    onEnd()
    clearTimeout(timer)
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
    void worker.terminate()
  }

  /** Keeps the process alive only while somebody waits. */
  const watch = () => {
    clearTimeout(timer)
    const isBusy = waiting.size > 0
    if (isBusy) worker.ref()
    else worker.unref()
    timer = setTimeout(() => end(new Error('A PDF took too long')), isBusy ? STUCK_MS : IDLE_MS)
    if (!isBusy) timer.unref()
  }

  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`The thread for PDFs ended with ${code}`)))
  worker.on('message', (reply: PdfReply) => {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('pdf' in reply) asked?.resolve(reply.pdf)
    else asked?.reject(new Error(reply.problem))
    if (runs >= RUNS_MAX && waiting.size === 0) end(new Error('The thread for PDFs is replaced'))
    else watch()
  })

  const render = async (layout: Layout): Promise<Uint8Array> => {
    if (waiting.size >= WAITING_MAX) throw new Refusal('BUSY', { retryAfterSeconds: 2 })
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    const id = runs++
    waiting.set(id, { resolve, reject })
    if (runs === RUNS_MAX) onEnd() // the next caller starts another
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
    worker.postMessage({ id, ...layout } satisfies PdfRequest)
    watch()
    return promise
  }
  return { render }
}
