/** An amount in both currencies, as text. */
export type Prices = { rupees: string; dollars: string }

/** Renders both currencies. A script that runs before the first paint shows the one the visitor chose. */
export const Price = ({ of: { rupees, dollars } }: { of: Prices }) => (
  <>
    <span className="for-rupees">{rupees}</span>
    <span className="for-dollars">{dollars}</span>
  </>
)
