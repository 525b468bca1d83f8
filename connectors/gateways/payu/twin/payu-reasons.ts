// The reasons for which a shop accepts or contests a chargeback, each with a form.

const field = (identifier: string, type: string, text: string, mandatory = false) => ({
  identifier,
  'form-data-text': text,
  'field-type': type,
  options: type === 'checkbox_tag' ? ['yes'] : [],
  'blank-allowed': false,
  mandatory,
})

type Field = ReturnType<typeof field>
type Reason = { identifier: string; parent: string | null; text: string; form: Field[] }

const DELIVERED = '0b6e6a1e-5a52-4b0e-9a53-6f2d0c6f1a01'
const PARTLY_DELIVERED = '0b6e6a1e-5a52-4b0e-9a53-6f2d0c6f1a02'
const REFUNDED = '0b6e6a1e-5a52-4b0e-9a53-6f2d0c6f1a03'

const comments = (reason: string) => field(`${reason}-comments`, 'text_area_tag', 'Comments')

const partsOf = (parent: string, place: string): Reason[] => [
  {
    identifier: `0b6e6a1e-5a52-4b0e-9a53-6f2d0c6f2b${place}`,
    parent,
    text: 'Product',
    form: [
      field(`product-details-${place}`, 'input_tag', 'Details of the product', true),
      field(`product-delivered-${place}`, 'checkbox_tag', 'Product delivered'),
      field(`product-courier-${place}`, 'input_tag', 'Courier'),
      field(`product-proof-${place}`, 'file_tag', 'Signed proof of delivery'),
    ],
  },
  {
    identifier: `0b6e6a1e-5a52-4b0e-9a53-6f2d0c6f3c${place}`,
    parent,
    text: 'Services',
    form: [
      field(`service-details-${place}`, 'input_tag', 'Details of the services', true),
      field(`service-proof-${place}`, 'input_tag', 'Proof of services'),
      field(`service-screenshot-${place}`, 'file_tag', 'Proof that the service was fulfilled'),
      field(`service-invoice-${place}`, 'file_tag', 'Invoice'),
    ],
  },
]

const ACCEPTED = { identifier: '0b6e6a1e-5a52-4b0e-9a53-6f2d0c6f1a00', text: 'Out of stock' }

const CONTESTED: Reason[] = [
  ...[
    { identifier: REFUNDED, text: 'Transaction already refunded' },
    { identifier: PARTLY_DELIVERED, text: 'Product/Services partially delivered' },
    { identifier: DELIVERED, text: 'Product/Services delivered' },
  ].map((one) => ({ ...one, parent: null, form: [comments(one.identifier)] })),
  ...partsOf(PARTLY_DELIVERED, '01'),
  ...partsOf(DELIVERED, '02'),
]

const toAttributes = ({ identifier, parent, text, form }: Reason, type: string) => ({
  identifier,
  'parent-id': parent,
  'reason-text': text,
  'field-type': 'radio-button',
  'reason-type': type,
  message: false,
  'form-data': form,
})

export const listReasons = () =>
  [
    toAttributes({ ...ACCEPTED, parent: null, form: [] }, 'accept'),
    ...CONTESTED.map((reason) => toAttributes(reason, 'reject')),
  ].map((attributes, index) => ({ id: String(index + 1), type: 'reasons', attributes }))

type Filled = { identifier?: unknown; value?: unknown; filename?: unknown; content_type?: unknown }
type FilledForm = { uuid?: unknown; form_data?: Filled[] }

const FILE_MAX = 5_000_000

/** Reads the words and the file from the forms of an answer. A returned string is a refusal. */
export function readForms(forms: unknown): { words: string; file: Buffer } | string {
  if (!Array.isArray(forms) || forms.length === 0) return 'reason_code is missing'
  let words = ''
  let file: Buffer | undefined
  for (const { uuid, form_data: filled = [] } of forms as FilledForm[]) {
    const reason = CONTESTED.find(({ identifier }) => identifier === uuid)
    if (!reason) return `No reason ${String(uuid)} contests a chargeback`
    const missing = reason.form.find(
      ({ identifier, mandatory }) =>
        mandatory && !filled.some((one) => one.identifier === identifier && one.value),
    )
    if (missing) return `${missing['form-data-text']} is missing`
    for (const one of filled) {
      const asked = reason.form.find(({ identifier }) => identifier === one.identifier)
      if (!asked) return `${String(one.identifier)} is no field of this reason`
      if (typeof one.value !== 'string' || one.value === '') return 'A value is empty'
      if (asked['field-type'] !== 'file_tag') words = one.value
      else {
        file = Buffer.from(one.value, 'base64')
        if (one.filename !== 'evidence.pdf' || one.content_type !== 'application/pdf')
          return 'filename or content_type is wrong'
        if (file.length > FILE_MAX || !file.subarray(0, 5).equals(Buffer.from('%PDF-')))
          return 'The file is no PDF of at most 5 MB'
      }
    }
  }
  return file ? { words, file } : 'No file proves the delivery'
}
