/** An amount in each currency of the shop, as text, rupees first. */
export type Prices = string[]

/** Renders all currencies. A script that runs before the first paint shows the one the visitor chose. */
export const Price = ({ of: amounts }: { of: Prices }) => (
  <span className="in-currency">
    {amounts.map((amount) => (
      <span key={amount}>{amount}</span>
    ))}
  </span>
)
