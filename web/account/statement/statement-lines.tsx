import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatBalance, type Currency } from '#contract/core/money.ts'
import type { Statement } from '#contract/money/statement.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { ChevronDownIcon } from '#web/ui/icons/icons.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { nameOf } from '#web/account/transaction-row.tsx'

const LINES_SHOWN = 100

type Line = Statement['lines'][number]

/** All lines, oldest first, with their balances and the hashes that chain each to the previous one. */
export function StatementLines({ statement }: { statement: Statement }) {
  const { currency, lines, openingHash } = statement
  const [isAll, setAll] = useState(lines.length <= LINES_SHOWN)
  if (lines.length === 0)
    return (
      <EmptyState
        title="No transactions"
        action={
          <Link to={paths.wallet} className={buttonLook('plain')}>
            Go to the wallet
          </Link>
        }
      >
        No transactions on these days. Choose other days above.
      </EmptyState>
    )
  return (
    <>
      <table className="facet w-full border-collapse border border-line bg-stall text-sm max-md:block">
        <caption className="sr-only">Lines of the statement</caption>
        <thead className="max-md:sr-only">
          <tr className="text-left text-soft">
            <th scope="col" className="px-4 py-3">
              What
            </th>
            <th scope="col" className="px-4 py-3 text-right">
              Amount
            </th>
            <th scope="col" className="px-4 py-3 text-right">
              Balance
            </th>
            <th scope="col" className="px-4 py-3 text-right">
              Chain
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {(isAll ? lines : lines.slice(0, LINES_SHOWN)).map((line, index) => (
            <LineRows
              key={line.sequence}
              line={line}
              currency={currency}
              previousHash={lines[index - 1]?.hash ?? openingHash}
            />
          ))}
        </tbody>
      </table>
      {!isAll && (
        <Button onClick={() => setAll(true)} className="justify-self-center">
          Show all {lines.length} lines
        </Button>
      )}
    </>
  )
}

type LineProps = { line: Line; currency: Currency; previousHash: string }

function LineRows({ line, currency, previousHash }: LineProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { sequence, amount, balance, hash } = line
  return (
    <>
      <tr className="border-t border-line max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:px-4 max-md:pt-3 max-md:pb-1">
        <td className="px-4 py-3 max-md:row-span-2 max-md:p-0">
          <What line={line} />
        </td>
        <td
          className={`money px-4 py-3 text-right text-base whitespace-nowrap max-md:p-0 ${amount > 0 ? 'text-good' : ''}`}
        >
          {amount > 0 ? '+' : '−'}
          {formatBalance(Math.abs(amount), currency)}
        </td>
        <td className="money px-4 py-3 text-right whitespace-nowrap max-md:p-0 max-md:text-soft md:text-base">
          <span className="md:sr-only">Balance </span>
          {formatBalance(balance, currency)}
        </td>
        <td className="px-4 py-1 text-right max-md:col-span-full max-md:p-0 max-md:text-left">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
            className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 font-mono text-soft hover:bg-sunken hover:text-ink print:min-h-0"
          >
            <span className="sr-only">Chain of line </span>#{sequence}
            <span aria-hidden="true">{hash.slice(0, 8)}</span>
            <ChevronDownIcon
              className={`size-4 transition-transform duration-(--duration-quick) print:hidden ${isOpen ? 'rotate-180' : ''}`}
            />
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className="max-md:block">
          <td colSpan={4} className="px-4 pb-4 max-md:block">
            <Chain line={line} previousHash={previousHash} />
          </td>
        </tr>
      )}
    </>
  )
}

const What = ({ line: { kind, amount, createdAt, UTR, orderId } }: { line: Line }) => (
  <>
    <span className="block text-base font-semibold">{nameOf(kind, amount)}</span>
    <span className="text-soft">
      <time dateTime={createdAt} className="mr-2 whitespace-nowrap">
        {formatDate(createdAt)}
      </time>{' '}
      <span className="mr-2 whitespace-nowrap tabular-nums">{UTR}</span>{' '}
      {orderId && (
        <Link
          to={paths.order(orderId)}
          className={`-my-3 whitespace-nowrap print:hidden ${lineLink}`}
        >
          See the order
        </Link>
      )}
    </span>
  </>
)

const Chain = ({ line, previousHash }: { line: Line; previousHash: string }) => (
  <dl className="grid gap-x-4 gap-y-1 rounded-md bg-sunken p-3 font-mono text-xs wrap-anywhere md:grid-cols-[auto_minmax(0,1fr)]">
    <dt className="text-soft">Hash before</dt>
    <dd>{previousHash}</dd>
    <dt className="text-soft">Transfer</dt>
    <dd>{line.transferHash}</dd>
    <dt className="text-soft">Hash</dt>
    <dd>{line.hash}</dd>
  </dl>
)
