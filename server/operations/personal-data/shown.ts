/** Rows of another table, shown within the row that they belong to. */
export type Part = {
  table: string
  as: string
  on: string // column that holds the value …
  equals: string // … of this column of the row
  by: string
  shows: string
  hides: string
  parts?: Part[]
}

/** How a person's rows of a table are found, and which columns the person gets. Names are separated by spaces. */
export type Shown = {
  table: string
  as: string // name in the file
  whose: string // column with the ID of the person
  by: string // columns that order the rows; no two rows have the same values
  shows: string
  hides: string // secrets, the shop's own notes, and what means nothing outside of the database
  parts?: Part[]
}

export const OF_USER = { whose: 'user_id', by: 'id' }

export const namesOf = (columns: string): string[] => columns.trim().split(/\s+/)
