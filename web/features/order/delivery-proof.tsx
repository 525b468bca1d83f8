import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { Card } from '#web/ui/card.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'

type Props = { order: OrderWithTimeline; title: string; alt: string }

/** Picture that proves a manual delivery. A press opens it in a new tab, where it can be zoomed. */
export const DeliveryProof = ({ order: { proof }, title, alt }: Props) =>
  proof && (
    <Card title={title}>
      <a
        href={proof.image}
        target="_blank"
        rel="noopener noreferrer"
        className="grid justify-items-start gap-2"
      >
        <span className="facet relative block aspect-4/3 w-full max-w-dialog overflow-hidden border border-line bg-sunken">
          <ShopPicture
            of={proof}
            alt={alt}
            sizes="(min-width: 64rem) 480px, 90vw"
            widthMax={1280}
            className="absolute inset-0 size-full object-contain"
          />
        </span>
        <span className={textLink}>Open full size</span>
      </a>
    </Card>
  )
