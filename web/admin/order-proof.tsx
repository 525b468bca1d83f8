import type { OrderWithTimeline } from '#contract/orders.ts'
import { ShopPicture } from '#web/layouts/shop-picture.tsx'
import { Card } from '#web/ui/card.tsx'
import { textLink } from '#web/ui/text-link.ts'

/** What a person who delivered it has shown of it to its customer. */
export const OrderProof = ({ order: { proof, itemId } }: { order: OrderWithTimeline }) =>
  proof && (
    <Card title="Picture for the customer">
      <a
        href={proof.image}
        target="_blank"
        rel="noopener noreferrer"
        className="grid justify-items-start gap-2"
      >
        <span className="facet relative block aspect-4/3 w-full max-w-dialog overflow-hidden border border-line bg-sunken">
          <ShopPicture
            of={proof}
            alt={`The delivery of ${itemId.itemName}`}
            sizes="(min-width: 64rem) 480px, 90vw"
            widthMax={1280}
            className="absolute inset-0 size-full object-contain"
          />
        </span>
        <span className={textLink}>Open it larger</span>
      </a>
    </Card>
  )
