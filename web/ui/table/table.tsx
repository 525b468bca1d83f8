import type { ReactNode } from 'react'
import { openRow } from './open-row.ts'
import { newLook } from '#web/ui/hooks/use-new-keys.ts'

export type Column<Row> = {
  title: string
  /** Right-aligns numbers so that their digits line up. */
  isFigure?: boolean
  /** Marks the column of row actions. On phones it sits beside the name, within reach of the thumb. */
  isAction?: boolean
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = {
  caption: string // for screen readers only
  columns: Column<Row>[] // the first one names the row
  rows: Row[]
  keyOf: (row: Row) => string
  /** Rows that arrived while the list was open. */
  newKeys?: ReadonlySet<string>
  /** Lets rows be chosen, for actions on several at once. */
  select?: Selection<Row> | undefined
}

export type Selection<Row> = {
  marked: ReadonlySet<string>
  onChange: (marked: ReadonlySet<string>) => void
  nameOf: (row: Row) => string
}

/** A table whose rows turn into blocks on narrow screens. */
export const Table = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
  newKeys,
  select,
}: TableProps<Row>) => (
  <section
    aria-label={caption}
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas must be reachable by keyboard
    tabIndex={0}
    className="facet @container overflow-x-auto border border-line bg-stall"
  >
    <table className="w-full border-collapse text-sm stacked:block">
      <caption className="sr-only">{caption}</caption>
      <Head columns={columns} isSelectable={select !== undefined} />
      <tbody className="stacked:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            onClick={openRow}
            onAuxClick={openRow}
            className={`relative has-data-row:cursor-pointer border-b border-line last:border-0 hover:bg-sunken/60 stacked:grid stacked:grid-cols-1 stacked:gap-x-6 stacked:gap-y-1.5 stacked:p-4 stacked:@min-[30rem]:grid-cols-2 ${newKeys?.has(keyOf(row)) ? newLook : ''}`}
          >
            {select && (
              <td className={CHECK}>
                <SelectRow select={select} row={row} id={keyOf(row)} />
              </td>
            )}
            {columns.map((column, index) => (
              <td
                key={column.title}
                data-title={column.title}
                className={`px-4 py-2.5 stacked:p-0 ${lookOf(column, index)} ${select && index === 0 ? 'stacked:pl-8' : ''}`}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type HeadProps<Row> = Pick<TableProps<Row>, 'columns'> & { isSelectable: boolean }

const Head = <Row,>({ columns, isSelectable }: HeadProps<Row>) => (
  <thead className="stacked:sr-only">
    <tr className="border-b border-line text-left text-soft">
      {isSelectable && (
        <td className="w-0">
          <span className="sr-only">Select</span>
        </td>
      )}
      {columns.map(({ title, isFigure, isAction }) => (
        <th
          key={title}
          scope="col"
          className={`px-4 py-3 font-semibold whitespace-nowrap ${isFigure || isAction ? 'text-right' : ''}`}
        >
          {title}
        </th>
      ))}
    </tr>
  </thead>
)

const CHECK = 'w-0 py-0 pl-2 stacked:absolute stacked:top-1.5 stacked:left-1 stacked:p-0'

type SelectProps<Row> = { select: Selection<Row>; row: Row; id: string }

function SelectRow<Row>({ select: { marked, onChange, nameOf }, row, id }: SelectProps<Row>) {
  const isMarked = marked.has(id)
  const toggle = () => {
    const next = new Set(marked)
    if (isMarked) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">Select {nameOf(row)}</span>
      <input
        type="checkbox"
        checked={isMarked}
        onChange={toggle}
        className="size-5 accent-lantern-deep"
      />
    </label>
  )
}

const NAME = 'stacked:col-span-full stacked:mb-1 stacked:pr-22 stacked:text-base'
/** Keeps the column as narrow as its buttons, at the edge, so that they line up down the table. */
const ACTION =
  'w-0 text-right *:justify-end stacked:absolute stacked:top-1.5 stacked:right-1.5 stacked:w-auto'
const FACT =
  'stacked:grid stacked:grid-cols-[7rem_minmax(0,1fr)] stacked:items-baseline stacked:justify-items-start stacked:gap-3 ' +
  'stacked:before:text-soft stacked:before:content-[attr(data-title)]'

function lookOf<Row>({ isFigure, isAction }: Column<Row>, index: number): string {
  const stacked = isAction ? ACTION : index === 0 ? NAME : FACT
  return isFigure ? `money text-right stacked:text-left ${stacked}` : stacked
}
