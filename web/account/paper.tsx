import type { ReactNode } from 'react'
import type { TaxDocument } from '#contract/accounting/documents.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Gem } from '#web/ui/gem.tsx'
import { PrinterIcon } from '#web/ui/icons/money-icons.tsx'

type Props = {
  title: string
  number: string
  date: string
  seller: TaxDocument['seller']
  buyer: TaxDocument['buyer']
  buyerTaxId: string
  children: ReactNode
}

/** A printable document with seller, buyer and date. When printed, it stands alone on its page. */
export const Paper = ({ title, number, date, seller, buyer, buyerTaxId, children }: Props) => (
  <article className="facet-6 mx-auto grid w-full max-w-text gap-6 border border-line bg-stall p-5 shadow-low sm:p-8 print:max-w-none print:break-after-page print:border-0 print:p-0 print:shadow-none print:last:break-after-auto">
    <header className="grid gap-5 sm:grid-cols-2 print:grid-cols-2">
      <Seller {...seller} />
      <div className="sm:text-right print:text-right">
        <h1 className="text-2xl">{title}</h1>
        <p className="tabular-nums wrap-anywhere">{number}</p>
        <time dateTime={date}>{formatDate(date)}</time>
      </div>
    </header>
    {buyer && <Buyer {...buyer} taxId={buyerTaxId} />}
    {children}
  </article>
)

type BuyerProps = NonNullable<TaxDocument['buyer']> & { taxId: string }

const Buyer = ({ name, email, player, businessName, address, taxId }: BuyerProps) => (
  <div className="border-t border-line pt-4 wrap-anywhere">
    <p className="text-sm text-soft">For</p>
    <p className="font-semibold">{businessName || name}</p>
    {businessName && <p>{name}</p>}
    {address && <p className="whitespace-pre-line">{address}</p>}
    {taxId && <p className="tabular-nums">Tax number {taxId}</p>}
    {email && <p>{email}</p>}
    {player && <p className="text-soft">Pack for {player}</p>}
  </div>
)

const Seller = ({
  name,
  businessName,
  address,
  email,
  taxId,
  taxIdName,
}: TaxDocument['seller']) => (
  <div className="grid content-start gap-1 wrap-anywhere">
    <p className="flex items-center gap-2 font-display text-xl font-heavy tracking-tight">
      <Gem className="size-7 shrink-0" /> {name}
    </p>
    {businessName && businessName !== name && <p>{businessName}</p>}
    {address && <p className="whitespace-pre-line text-soft">{address}</p>}
    {email && <p className="text-soft">{email}</p>}
    {taxId && (
      <p className="text-soft">
        {taxIdName} <span className="tabular-nums">{taxId}</span>
      </p>
    )}
  </div>
)

type Line = { name: string; more?: string; amount: string }

/** A table of items and amounts. The totals come as children. */
export const PaperLines = ({ lines, children }: { lines: Line[]; children: ReactNode }) => (
  <table className="w-full border-collapse">
    <thead>
      <tr className="border-y border-line text-left text-sm text-soft">
        <th scope="col" className="py-2 font-semibold">
          Description
        </th>
        <th scope="col" className="py-2 text-right font-semibold">
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ name, more, amount }) => (
        <tr key={name} className="align-top">
          <td className="py-2 pr-4 wrap-anywhere">
            {name}
            {more && <span className="block text-sm text-soft">{more}</span>}
          </td>
          <td className="money py-2 text-right whitespace-nowrap">{amount}</td>
        </tr>
      ))}
    </tbody>
    <tfoot className="border-t border-line">{children}</tfoot>
  </table>
)

type SumProps = { name: string; amount: string; isTotal?: boolean }

export const PaperSum = ({ name, amount, isTotal = false }: SumProps) => (
  <tr className={isTotal ? 'text-lg font-bold' : 'text-soft'}>
    <th scope="row" className={`pr-4 text-left ${isTotal ? 'pt-3 font-bold' : 'pt-1 font-normal'}`}>
      {name}
    </th>
    <td className={`money text-right whitespace-nowrap ${isTotal ? 'pt-3' : 'pt-1'}`}>{amount}</td>
  </tr>
)

export const PrintButton = ({ label }: { label: string }) => (
  <Button className="print:hidden" onClick={() => window.print()}>
    <PrinterIcon /> {label}
  </Button>
)
