import multipart, {
  type FastifyMultipartBaseOptions,
  type MultipartFile,
  type MultipartValue,
} from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takesForm } from '#contract/core/endpoint.ts'
import { IMAGE_BYTES_MAX } from '#contract/core/images.ts'
import { refuseCharset } from './read-json.ts'
import { Refusal } from '#server/platform/refusal.ts'

const FIELDS_MAX = 30
const FILES_MAX = 4
const FIELD_BYTES_MAX = 32_768
const FILE_NAME_MAX = 200

const OPTIONS = {
  throwFileSizeLimit: false, // its error does not know the file's name
  limits: {
    fileSize: IMAGE_BYTES_MAX,
    files: FILES_MAX,
    fields: FIELDS_MAX,
    parts: FIELDS_MAX + FILES_MAX,
    fieldSize: FIELD_BYTES_MAX,
    fieldNameSize: 100,
    headerPairs: 20,
  },
} satisfies FastifyMultipartBaseOptions

/** Accepts forms for endpoints that take them, and refuses all others. `readForm` reads them later. */
export function acceptForms(app: FastifyInstance): void {
  app.register(multipart, OPTIONS)
  app.addHook('preValidation', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (request.isMultipart()) refuseCharset(request.headers['content-type'])
    const isWanted = endpoint && takesForm(endpoint)
    if (request.isMultipart() && !isWanted) throw new Refusal('WRONG_CONTENT_TYPE')
  })
}

type Form = Record<string, string | File>

/** Reads the fields and files of a multipart form into memory, each up to its size limit. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart())
    throw new Refusal('WRONG_CONTENT_TYPE', { message: 'Send the request as multipart/form-data' })
  try {
    const form = await readParts(request)
    if (isTooLate(request)) throw request.signal.reason
    return form
  } catch (error) {
    throw toRefusal(error)
  } finally {
    // Discards the rest of the request. A browser reads the answer only after it has sent everything.
    request.raw.unpipe().resume()
  }
}

/**
 * True after a timeout, which the caller has already been told about. The signal also aborts when everything has been
 * read, so its reason is checked.
 */
const isTooLate = ({ signal }: FastifyRequest): boolean =>
  signal.aborted && (signal.reason as { code?: string }).code === 'FST_ERR_HANDLER_TIMEOUT'

async function readParts(request: FastifyRequest): Promise<Form> {
  const form = new Map<string, string | File>()
  for await (const part of request.parts()) {
    const value = part.type === 'file' ? await readFile(part) : readField(part)
    if (form.has(part.fieldname))
      throw new Refusal('BAD_INPUT', {
        field: part.fieldname,
        message: `This field was sent twice: ${part.fieldname}`,
      })
    if (value !== null) form.set(part.fieldname, value)
  }
  return Object.fromEntries(form)
}

function readField({ fieldname, value, ...part }: MultipartValue): string {
  if (part.fieldnameTruncated) throw new Refusal('BAD_INPUT', { message: 'Unknown field' })
  if (part.valueTruncated)
    throw new Refusal('BAD_INPUT', { field: fieldname, message: 'This text is too long' })
  return value as string
}

/** Returns null for a field without a chosen file. A browser's form sends it empty and without a file name. */
async function readFile({ file, filename, mimetype }: MultipartFile): Promise<File | null> {
  const chunks: Buffer<ArrayBuffer>[] = []
  for await (const chunk of file) {
    if (file.truncated) break
    chunks.push(chunk as Buffer<ArrayBuffer>)
  }
  if (file.truncated)
    throw new Refusal('FILE_TOO_LARGE', {
      message: `File "${filename.slice(0, FILE_NAME_MAX)}" exceeds the maximum size of 5MB`,
    })
  if (!filename && chunks.length === 0) return null
  return new File(chunks, filename || 'file', { type: mimetype })
}

/** Explains a form that is too large, ends early or isn't a form at all. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 400
  if (status === 413) return new Refusal('BODY_TOO_LARGE', { cause: error })
  return new Refusal('BAD_INPUT', {
    message: 'We can’t read this form. Please send it again',
    cause: error,
  })
}
