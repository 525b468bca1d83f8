import type { ReactNode } from 'react'
import {
  getDocumentFile,
  mailDocument,
  type DocumentKind,
  type TaxDocument,
  paidForeign,
} from '#contract/accounting/documents.ts'
import { formatMoney, nameOf } from '#contract/core/money.ts'
import { useSend } from '#web/api/use-send.ts'
import { DownloadButton } from '#web/features/download/download-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Paper, PaperLines, PaperSum } from './paper.tsx'

const ASK_EVERY_MS = 1_000
export const SOON = 'This takes a few seconds.'

/** Asks again until the last document is issued. */
export const whileIssuing = ({ state }: Asked): number | false =>
  state.data?.isBeingIssued ? ASK_EVERY_MS : false

type Asked = { state: { data: { isBeingIssued: boolean } | undefined } }

export const BeingIssued = ({ kind }: { kind: DocumentKind }) => (
  <output className="mx-auto w-full max-w-text text-soft print:hidden">
    The {kind} is being issued. {SOON}
  </output>
)

const rupees = (paise: number): string => formatMoney(paise, 'INR')

type Props = { document: TaxDocument; children?: ReactNode }

/** A document as a printable page. Further facts come as children. */
export const DocumentPaper = ({ document, children }: Props) => (
  <Paper
    title={document.title}
    number={document.number}
    date={document.datedAt}
    seller={document.seller}
    buyer={document.buyer}
    buyerTaxId={document.buyerTaxId ?? ''}
  >
    <PaperLines
      lines={document.lines.map(({ name, code, amount, isDiscount }) => ({
        name,
        more: code && `SAC ${code}`,
        amount: isDiscount ? `−${rupees(amount)}` : rupees(amount),
      }))}
    >
      <Sums document={document} />
    </PaperLines>
    <div className="border-t border-line pt-4">
      <Facts>
        {document.corrects && (
          <Fact name="Corrects" isWide>
            {document.corrects.number} of {formatDate(document.corrects.datedAt)}
          </Fact>
        )}
        {document.placeOfSupply && <Fact name="Place of supply">{document.placeOfSupply}</Fact>}
        {document.taxes.length > 0 && <Fact name="Reverse charge">No</Fact>}
        <Fact name={SUBJECTS[document.kind]}>{document.orderReference}</Fact>
        {document.paidWith && !document.corrects && (
          <Fact name="Paid with">{document.paidWith}</Fact>
        )}
        {document.bankReference && !document.corrects && (
          <Fact name="UTR">{document.bankReference}</Fact>
        )}
        {children}
      </Facts>
      {document.note && <p className="mt-3 text-sm">{document.note}</p>}
    </div>
    <Files document={document} />
  </Paper>
)

/** Saves the document as a file, or sends it by email. */
function Files({ document: { number, kind } }: { document: TaxDocument }) {
  const mail = useSend(mailDocument)
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:w-full print:hidden">
      <DownloadButton
        endpoint={getDocumentFile}
        input={{ number }}
        name={`${number.replaceAll('/', '-')}.pdf`}
        label="Download PDF"
        aria-label={`Download PDF of the ${kind}`}
      />
      <Button
        isBusy={mail.isPending}
        busyLabel="Sending..."
        aria-label={`Email to me: ${kind}`}
        onClick={() => mail.mutate({ number })}
      >
        Email to me
      </Button>
    </div>
  )
}

const SUBJECTS: Record<DocumentKind, string> = {
  invoice: 'Order',
  'credit note': 'Order',
  receipt: 'Payment',
  'refund voucher': 'Refund',
}

const Sums = ({ document }: Props) => {
  const { total, taxes, base } = document
  const paid = paidForeign(document)
  return (
    <>
      <PaperSum isTotal name="Total" amount={rupees(total)} />
      {paid && (
        <PaperSum
          name={`Paid in ${nameOf(paid.currency)}`}
          amount={formatMoney(paid.amount, paid.currency)}
        />
      )}
      {taxes.length > 0 && <PaperSum name="Without tax" amount={rupees(base)} />}
      {taxes.map(({ name, percent, amount }) => (
        <PaperSum key={name} name={`Included: ${name} ${percent}%`} amount={rupees(amount)} />
      ))}
    </>
  )
}
