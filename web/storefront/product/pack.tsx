import { Link } from 'react-router'
import { Price, type Prices } from '#web/features/currency/price.tsx'
import { Tag } from '#web/ui/status/tag.tsx'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import type { ShownPack } from '#web/storefront/shown.ts'

type PackProps = { pack: ShownPack; to: string; resellerPrice: Prices | undefined }

const look =
  'facet group/pack relative flex flex-col overflow-hidden border border-line bg-stall p-3 shadow-low sm:p-4'

/** A card for one pack. The whole card is the link. */
export const Pack = ({ pack, to, resellerPrice }: PackProps) =>
  pack.isAvailable ? (
    <li className="grid">
      <Link
        to={to}
        className={`${look} transition-[border-color,box-shadow] duration-(--duration-quick) hover:border-lantern-deep hover:shadow-glow`}
      >
        <Face pack={pack} price={resellerPrice ?? pack.price} />
      </Link>
    </li>
  ) : (
    <li className="grid group-has-[input[value=available]:checked]/packs:hidden">
      <div className={`${look} text-soft`}>
        <Face pack={pack} price={resellerPrice ?? pack.price} />
      </div>
    </li>
  )

const Face = ({ pack, price }: { pack: ShownPack; price: Prices }) => (
  <>
    <span className="flex items-start justify-between gap-2">
      <span
        className={`facet-2 relative block size-16 overflow-hidden sm:size-20 ${pack.isAvailable ? '' : 'opacity-45 grayscale'}`}
      >
        <ShopPicture
          of={pack.picture}
          widthMax={320}
          sizes="80px"
          className="absolute inset-0 size-full object-cover"
        />
      </span>
      {pack.tag && <Tag {...pack.tag} />}
    </span>
    <span className="mt-2 leading-snug font-semibold wrap-anywhere">{pack.name}</span>
    <span className="grid pt-1 sm:mt-auto sm:pt-2">
      <span className="flex flex-col whitespace-nowrap sm:flex-row sm:items-baseline sm:gap-x-2">
        <span className="money text-lg font-bold">
          <Price of={price} />
        </span>
        {pack.listPrice && (
          <s className="money text-sm text-soft">
            <span className="sr-only">instead of </span>
            <Price of={pack.listPrice} />
          </s>
        )}
      </span>
      <Note pack={pack} />
    </span>
  </>
)

/** Availability, saving and stock, in a line that every card reserves. */
function Note({ pack: { isAvailable, saving, stock } }: { pack: ShownPack }) {
  if (!isAvailable)
    return (
      <span className="mt-1 justify-self-start rounded-sm bg-cancelled-soft px-2 py-0.5 text-xs font-semibold text-cancelled">
        Not Available
      </span>
    )
  return (
    <span className="mt-1 flex flex-col whitespace-nowrap text-sm sm:min-h-6 sm:flex-row sm:gap-x-2">
      {saving && (
        <span className="font-semibold text-good">
          Save <Price of={saving} />
        </span>
      )}
      {stock !== null && <span className="font-medium text-lantern-deep">{stock} left</span>}
    </span>
  )
}
