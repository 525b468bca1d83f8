import { z } from 'zod'

const Field = z.object({
  identifier: z.string(),
  'field-type': z.string(),
  mandatory: z.boolean(),
})
const Reason = z.object({
  identifier: z.string(),
  'parent-id': z.string().nullable(),
  'reason-text': z.string(),
  'reason-type': z.string(),
  'form-data': z.array(Field),
})
type Reason = z.output<typeof Reason>
export const Reasons = z.object({ data: z.array(z.object({ attributes: Reason })) })

type Answer = { words: string; file: Uint8Array }

/** The reasons and the filled forms of an answer, in PayU's own names. */
type Filled = {
  uuid: string
  form_data: { identifier: string; value: string; filename?: string; content_type?: string }[]
}[]

/**
 * Fills PayU's forms for the reason that a service was delivered. PayU lists its reasons and forms, and may change them.
 * Null if it has no such reason any more, or demands something that the shop doesn't have.
 */
export function fillForms({ data }: z.output<typeof Reasons>, answer: Answer): Filled | null {
  const reasons = data
    .map(({ attributes }) => attributes)
    .filter((reason) => reason['reason-type'] === 'reject')
  const parent = reasons.find(
    (reason) => reason['parent-id'] === null && isDelivered(reason['reason-text']),
  )
  const service = reasons.find(
    (reason) =>
      parent && reason['parent-id'] === parent.identifier && /service/i.test(reason['reason-text']),
  )
  if (!parent || !service) return null
  const filled = [fill(parent, answer), fill(service, answer)]
  const fields = filled.flatMap((one) => one?.form_data ?? [])
  const isWhole = fields.some(({ filename }) => filename) && fields.some((one) => !one.filename)
  return isWhole && filled.every((one) => one !== null) ? filled : null
}

const isDelivered = (text: string): boolean => /delivered/i.test(text) && !/partial/i.test(text)

/** Leaves out what is neither needed nor known, because PayU takes no empty values. */
function fill(reason: Reason, { words, file }: Answer): Filled[number] | null {
  const form: Filled[number]['form_data'] = []
  let hasFile = false
  for (const { identifier, 'field-type': type, mandatory } of reason['form-data'])
    if (type === 'text_area_tag' || (type === 'input_tag' && mandatory))
      form.push({ identifier, value: words })
    else if (type === 'file_tag' && (mandatory || !hasFile)) {
      form.push({ identifier, ...toFile(file) })
      hasFile = true
    } else if (mandatory) return null
  return { uuid: reason.identifier, form_data: form }
}

const toFile = (file: Uint8Array) => ({
  value: Buffer.from(file).toString('base64'),
  filename: 'evidence.pdf',
  content_type: 'application/pdf',
})
