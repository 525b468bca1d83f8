import type { RiskReason } from '#contract/orders/risk.ts'

/** The rules and bans that caught an order, each explained in a sentence. */
export const ReasonList = ({ reasons }: { reasons: RiskReason[] }) => (
  <ul aria-label="Reasons" className="grid gap-2 border-l-4 border-pending pl-4">
    {reasons.map(({ name, words }) => (
      <li key={`${name} ${words}`}>
        <span className="block font-semibold">{name}</span>
        <span className="text-soft">{words}</span>
      </li>
    ))}
  </ul>
)
