import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Gem } from '#web/ui/gem.tsx'
import { useShopName } from '#web/features/shop-facts/use-shop-facts.ts'

/** `isShort` hides the shop's name on all phones. Otherwise only the narrowest phones hide it. */
export function Brand({ isShort = false }: { isShort?: boolean }) {
  const shopName = useShopName()
  return (
    <Link
      to={paths.home}
      className={`inline-flex min-h-11 items-center gap-2 font-display text-xl font-heavy tracking-tight ${isShort ? 'min-w-11' : 'min-w-0'}`}
    >
      <Gem className="size-7 shrink-0" />
      <span className={`truncate ${isShort ? 'max-sm:sr-only' : 'max-[22rem]:sr-only'}`}>
        {shopName}
      </span>
    </Link>
  )
}
