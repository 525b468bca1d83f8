import { Link } from 'react-router'
import { SHOP_NAME } from '#contract/shop.ts'
import { paths } from '#web/paths.ts'
import { Gem } from '#web/ui/gem.tsx'

export const Brand = () => (
  <Link
    to={paths.home}
    className="inline-flex min-h-11 items-center gap-2 font-display text-xl font-heavy tracking-tight"
  >
    <Gem className="size-7" />
    {SHOP_NAME}
  </Link>
)
