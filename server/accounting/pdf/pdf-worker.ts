// Runs in a thread of its own, because typesetting blocks.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { PdfReply, PdfRequest } from './render-pdf.ts'

const FONTS = join(import.meta.dirname, 'fonts')
const TEMPLATES = Object.fromEntries(
  (['template-1', 'evidence-1'] as const).map((name) => [
    name,
    readFileSync(join(import.meta.dirname, `${name}.typ`), 'utf8'),
  ]),
)
const KEPT_RUNS = 10 // results of the last runs, which the next ones reuse

const fontBlobs = readdirSync(FONTS)
  .filter((file) => file.endsWith('.ttf'))
  .toSorted()
  .map((file) => readFileSync(join(FONTS, file)))

// The template reads no file, so its folder has none that it must not see.
const compiler = NodeCompiler.create({ workspace: FONTS, fontArgs: [{ fontBlobs }] })

parentPort!.on('message', (request: PdfRequest) => {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
  parentPort!.postMessage(render(request))
})

function render({ id, template, page }: PdfRequest): PdfReply {
  try {
    const inputs = { data: JSON.stringify(page) }
    const pdf = compiler.pdf({ mainFileContent: TEMPLATES[template]!, inputs })
    return { id, pdf }
  } catch (error) {
    return { id, problem: (error as Error).message }
  } finally {
    compiler.evictCache(KEPT_RUNS)
  }
}
