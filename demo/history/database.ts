/** A transaction. Values become parameters; names of columns arrive in camel case. */
export type Tx = <Row extends object[] = Record<string, unknown>[]>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row>

/** The shop's database, handed in by whoever runs the load. The demo knows none of the server's code. */
export type Database = { begin<T>(work: (tx: Tx) => Promise<T>): Promise<T> }
