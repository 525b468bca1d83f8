import type { ReactNode } from 'react'

export type Column<Row> = {
  title: string
  /** Figures stand right, so that their digits line up. */
  isFigure?: boolean
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = {
  caption: string // read out, not shown
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
}

/** Rows of one kind. Narrow screens scroll it sideways inside its own frame, never the page. */
export const Table = <Row,>({ caption, columns, rows, keyOf }: TableProps<Row>) => (
  <section
    aria-label={caption}
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    tabIndex={0}
    className="facet overflow-x-auto border border-line bg-stall"
  >
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-left text-soft">
          {columns.map(({ title, isFigure }) => (
            <th
              key={title}
              scope="col"
              className={`px-4 py-3 font-semibold whitespace-nowrap ${isFigure ? 'text-right' : ''}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-sunken/60">
            {columns.map(({ title, isFigure, cell }) => (
              <td key={title} className={`px-4 py-2.5 ${isFigure ? 'money text-right' : ''}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
