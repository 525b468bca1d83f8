import { Link } from 'react-router'
import { SHOP_NAME } from '#contract/shop.ts'
import { paths } from '#web/paths.ts'
import { Gem } from '#web/ui/gem.tsx'
import { useShopFacts } from './use-shop-facts.ts'

export function Brand() {
  const shopName = useShopFacts()?.shopName ?? SHOP_NAME
  return (
    <Link
      to={paths.home}
      className="inline-flex min-h-11 min-w-0 items-center gap-2 font-display text-xl font-heavy tracking-tight"
    >
      <Gem className="size-7 shrink-0" />
      <span className="truncate">{shopName}</span>
    </Link>
  )
}
