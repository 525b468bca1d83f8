/** One amount in both currencies, as text. */
export type Prices = { rupees: string; dollars: string }

/** Both are on the page; which one is seen, the visitor's choice says before the first paint. */
export const Price = ({ of: { rupees, dollars } }: { of: Prices }) => (
  <>
    <span className="for-rupees">{rupees}</span>
    <span className="for-dollars">{dollars}</span>
  </>
)
