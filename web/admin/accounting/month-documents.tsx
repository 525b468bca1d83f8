import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  getAnyDocumentFile,
  listAllDocuments,
  type DocumentEntry,
} from '#contract/accounting/books.ts'
import { DocumentKind } from '#contract/accounting/documents.ts'
import { formatExactly } from '#contract/core/money.ts'
import { query } from '#web/api/call.ts'
import { DownloadButton } from '#web/features/download/download-button.tsx'
import { paths } from '#web/paths.ts'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { Select } from '#web/ui/form/choice/select.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { lineLink } from '#web/ui/text-link.ts'
import { KINDS } from './kinds.ts'

const ALL = { value: '', label: 'All kinds' }
const OPTIONS = [ALL, ...DocumentKind.options.map((value) => ({ value, label: KINDS[value] }))]

/** Documents of a month, the newest first. */
export function MonthDocuments({ month }: { month: string }) {
  const list = useListState()
  const kind = DocumentKind.safeParse(list.input('kind')).data
  const { page } = list
  const input = { month, page, limit: PAGE_SIZE, ...(kind ? { kind } : {}) }
  const { documents, total } = useSuspenseQuery(query(listAllDocuments, input)).data
  return (
    <section aria-labelledby="documents" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="documents" className="text-xl">
          Documents
        </h2>
        <Select
          aria-label="Kind"
          options={OPTIONS}
          value={kind ?? ''}
          onChange={({ target }) => list.change({ kind: target.value })}
          className="w-44"
        />
      </div>
      <Table
        caption="Documents"
        columns={COLUMNS}
        rows={documents}
        keyOf={({ number }) => number}
      />
      <Pagination
        page={page}
        pageCount={Math.ceil(total / PAGE_SIZE)}
        onChange={(next) => list.change({ page: String(next) })}
      />
    </section>
  )
}

const rupees = (paise: number): string => formatExactly(paise, 'INR')

const COLUMNS: Column<DocumentEntry>[] = [
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Date', cell: ({ datedAt }) => formatDate(datedAt) },
  { title: 'Place of supply', cell: ({ placeOfSupply }) => placeOfSupply },
  { title: 'Customer’s tax number', cell: ({ buyerTaxId }) => buyerTaxId },
  { title: 'Tax', isFigure: true, cell: ({ tax }) => rupees(tax) },
  { title: 'Total', isFigure: true, cell: ({ total }) => rupees(total) },
  {
    title: 'Order',
    cell: ({ orderId }) =>
      orderId && (
        <Link to={paths.adminOrder(orderId)} className={lineLink}>
          See the order
        </Link>
      ),
  },
  {
    title: 'File',
    isAction: true,
    cell: ({ number }) => (
      <DownloadButton
        size="sm"
        endpoint={getAnyDocumentFile}
        input={{ number }}
        name={`${number.replaceAll('/', '-')}.pdf`}
        label="PDF"
        aria-label={`PDF of ${number}`}
      />
    ),
  },
]
