import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { editNewsOfLink, findNewsOfLink } from '#contract/accounts/newsletter.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { NO_INDEX, titled } from '#web/features/shop-facts/head.ts'
import { LinkPage } from '#web/layouts/link-page.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/status/skeleton.tsx'

export const meta = titled('News by email', NO_INDEX)

/** Rendered on the server for everybody. The page stays available while the shop is closed. */
export const loader = () => null

export default function UnsubscribePage() {
  return (
    <LinkPage title="News by email">
      <OfLink />
    </LinkPage>
  )
}

function OfLink() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data, error, refetch } = useQuery(queryOrRefusal(findNewsOfLink, { token }))
  if (data instanceof ApiError)
    return (
      <Card title="This link doesn’t work">
        <p className="mb-5 text-soft">{data.message}.</p>
        <Link to={paths.accountDetails} className={buttonLook('plain')}>
          Go to my account
        </Link>
      </Card>
    )
  if (data) return <Choice token={token} {...data} />
  if (!error) return <Skeleton className="h-56 w-full" />
  return (
    <Card title="We couldn’t load your choice">
      <p className="mb-5 text-soft">Try again in a moment.</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </Card>
  )
}

type ChoiceProps = { token: string; isOn: boolean; email: string }

/** Opening the page changes nothing. Only the button does, and it shows the result. */
function Choice({ token, isOn, email }: ChoiceProps) {
  const client = useQueryClient()
  const send = useSend(editNewsOfLink, {
    onDone: (news) =>
      void client.setQueryData(queryOrRefusal(findNewsOfLink, { token }).queryKey, news),
  })
  const change = () => send.mutate({ token, isOn: !isOn })
  const wasChanged = send.isSuccess
  return (
    <Card className="grid gap-5">
      <output className="grid gap-2">
        <span className="text-xl font-semibold wrap-anywhere">
          {isOn
            ? `${email} gets our news${wasChanged ? ' again' : ''}`
            : `${email} is unsubscribed from our news`}
        </span>
        <span className="text-soft">
          {isOn
            ? 'Offers and news from us, now and then.'
            : 'Emails already on their way may still arrive.'}{' '}
          You’ll still get order and account emails.
        </span>
      </output>
      <div className="flex flex-wrap gap-3">
        <Button
          look={isOn ? 'primary' : 'plain'}
          isBusy={send.isPending}
          busyLabel="One moment..."
          onClick={change}
        >
          {isOn ? 'Unsubscribe' : 'Undo'}
        </Button>
        <Link to={paths.home} className={buttonLook('quiet')}>
          Go to the shop
        </Link>
      </div>
    </Card>
  )
}
