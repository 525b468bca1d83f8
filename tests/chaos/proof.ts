/** The size of a chaos test and the seed of its random numbers. */
export type ProofOptions = { count: number; seed: number }

export type Section = {
  title: string
  rows: [label: string, figure: string | number][]
  /** Violations found. Any of them fails the whole run. */
  faults: string[]
}

export type Proof = {
  /** A line about what is done and what must hold. */
  says: string
  /** The default size. */
  count: number
  prove(asked: ProofOptions): Promise<Section[]>
}
