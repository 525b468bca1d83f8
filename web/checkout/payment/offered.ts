/** The kinds of money that the shop's gateways take. */
export type Offered = {
  upi: boolean
  dollars: boolean // for the dollar wallet of customers who see dollars
}
