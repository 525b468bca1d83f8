/** What a proof is asked for: how much of it is done, and the throws of its dice. */
export type Asked = { count: number; seed: number }

export type Section = {
  title: string
  rows: [label: string, figure: string | number][]
  /** What should not be there; anything that is makes the whole run bad. */
  faults: string[]
}

export type Proof = {
  /** One line of what is done and what must hold. */
  says: string
  /** How much of it is done when nothing is said. */
  count: number
  prove(asked: Asked): Promise<Section[]>
}
