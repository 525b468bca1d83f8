import { useRouteLoaderData } from 'react-router'
import type { ChosenPack as Chosen } from '#web/features/pack/load-chosen-pack.ts'
import { PackLine } from '#web/features/pack/pack-line.tsx'

export const useChosenPack = () => useRouteLoaderData<Chosen | null>('layouts/auth-layout') ?? null

/** Shows the pack that a visitor chose before being asked to sign in. */
export function ChosenPack() {
  const chosen = useChosenPack()
  if (!chosen) return null
  const { game, item, price } = chosen
  return (
    <section
      aria-label="Your pack"
      className="facet mb-6 grid gap-2 border border-line bg-stall p-3 shadow-low"
    >
      <PackLine game={game} item={item}>
        <p className="money text-lg font-bold whitespace-nowrap">{price}</p>
      </PackLine>
      <p className="text-sm text-soft">You'll come back here after signing in.</p>
    </section>
  )
}
