import { useQuery } from '@tanstack/react-query'
import {
  data as reply,
  Link,
  useSearchParams,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { findGame } from '#contract/catalogue/catalog.ts'
import type { Output } from '#contract/core/endpoint.ts'
import { openPayLink, type PayLinkState } from '#contract/orders/pay-links.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { findForAll } from '#web/api/visitor.ts'
import { describePage, NO_INDEX } from '#web/features/shop-facts/head.ts'
import { LinkPage } from '#web/layouts/link-page.tsx'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Skeleton } from '#web/ui/status/skeleton.tsx'

/** The page names the pack, for previews in messengers. Who asks, and for whom, comes later, because only they may know. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const game = await findForAll(context, findGame, { slug: params['slug'] ?? '' })
  if (!game) throw reply(null, { status: 404, statusText: 'Page Not Found' })
  const pack = game.itemId.find(({ itemSlug }) => itemSlug === params['pack'])
  return {
    slug: game.gameSlug,
    name: game.gameName,
    pack: pack && { slug: pack.itemSlug, name: pack.itemName },
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: game, matches }) => {
  if (!game) return [{ title: 'Page Not Found' }, NO_INDEX]
  const { slug, name, pack } = game
  const what = pack ? `${pack.name} in ${name}` : `a pack of ${name}`
  const description = `Somebody asks you to pay for ${what}. See for whom, and pay by UPI.`
  const title = `Can you pay for ${what}?`
  const path = paths.payFor(slug, pack?.slug)
  return [...describePage(matches, { title, description, path }), NO_INDEX]
}

export default function PayForPage() {
  return (
    <LinkPage title="Can you pay for this?">
      <Asked />
    </LinkPage>
  )
}

function Asked() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data, error } = useQuery(queryOrRefusal(openPayLink, { token }))
  if (data instanceof ApiError) return <NotOpen title={`${data.message}.`} />
  if (data?.state === 'open') return <Offer link={data} token={token} />
  if (data) return <NotOpen title={CLOSED[data.state]} />
  if (!error) return <Skeleton className="h-56 w-full" />
  return <NotOpen title="We couldn’t load this link. Try again in a moment." />
}

const CLOSED: Record<Exclude<PayLinkState, 'open'>, string> = {
  paying: 'Somebody is paying for it right now. If they don’t, you can pay in a few minutes.',
  paid: 'Somebody has paid for it already. Thank you!',
  expired: 'This link has expired. Ask for a new one.',
  withdrawn: 'This link was withdrawn.',
}

const NotOpen = ({ title }: { title: string }) => (
  <Card>
    <p className="mb-5 text-soft">{title}</p>
    <Link to={paths.home} className={buttonLook('plain')}>
      Go to the shop
    </Link>
  </Card>
)

type OfferProps = { link: Output<typeof openPayLink>; token: string }

const Offer = ({ link, token }: OfferProps) => {
  const { fname, itemName, gameName, gameSlug, itemSlug, player, message } = link
  return (
    <Card title={`${fname} asks for ${itemName}`}>
      <div className="grid gap-5">
        {message && (
          <blockquote className="border-l-4 border-lantern pl-4 wrap-anywhere">
            {message}
          </blockquote>
        )}
        <Facts>
          <Fact name="Game">{gameName}</Fact>
          <Fact name="Player" isLong>
            {player ? describePlayer(player) : 'You choose'}
          </Fact>
        </Facts>
        <Link
          to={paths.purchaseOf({ gameSlug, itemSlug, payLink: token })}
          className={buttonLook('primary')}
        >
          See the price and pay
        </Link>
      </div>
    </Card>
  )
}

const describePlayer = ({
  userName,
  playerId,
  zoneId,
}: NonNullable<OfferProps['link']['player']>) =>
  [userName, [playerId, zoneId].filter(Boolean).join(', ')].filter(Boolean).join(', ')
