import multipart, {
  type FastifyMultipartBaseOptions,
  type MultipartFile,
  type MultipartValue,
} from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takesForm } from '#contract/endpoint.ts'
import { IMAGE_BYTES_MAX } from '#contract/images.ts'
import { refuseCharset } from './read-json.ts'
import { Refusal } from './refusal.ts'

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

/** Forms come to the calls that want one. Nothing of them is read before readForm. */
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

/** The fields and files of a multipart form, each held in memory as far as it may be large. */
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
    // What is left is let pass by: a browser reads the answer only when it has sent everything.
    request.raw.unpipe().resume()
  }
}

/** It was told so already. The signal is given when all is read, too, and means nothing then. */
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

/** Null for a field where no file was chosen: a browser's own form sends it empty and without a name. */
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

/** A form of too many parts, one that breaks off, or one that is none. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 400
  if (status === 413) return new Refusal('BODY_TOO_LARGE', { cause: error })
  return new Refusal('BAD_INPUT', { message: 'This form cannot be read', cause: error })
}
