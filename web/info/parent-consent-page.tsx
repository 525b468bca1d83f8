import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  answerAsParent,
  CONSENT_WORDS,
  findParentRequest,
  type ParentState,
} from '#contract/accounts/consent.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { NO_INDEX, titled } from '#web/features/shop-facts/head.ts'
import { LinkPage } from '#web/layouts/link-page.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/status/skeleton.tsx'
import { textLink } from '#web/ui/text-link.ts'

export const meta = titled('Consent of a parent', NO_INDEX)

/** Rendered on the server for everybody. */
export const loader = () => null

export default function ParentConsentPage() {
  return (
    <LinkPage title="Consent of a parent">
      <OfLink />
    </LinkPage>
  )
}

function OfLink() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data, error, refetch } = useQuery(queryOrRefusal(findParentRequest, { token }))
  if (data instanceof ApiError)
    return (
      <Card title="This link doesn’t work">
        <p className="mb-5 text-soft">{data.message}.</p>
        <Link to={paths.home} className={buttonLook('plain')}>
          Go to the shop
        </Link>
      </Card>
    )
  if (data) return <Decision token={token} {...data} />
  if (!error) return <Skeleton className="h-56 w-full" />
  return (
    <Card title="We couldn’t load the request">
      <p className="mb-5 text-soft">Try again in a moment.</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </Card>
  )
}

type DecisionProps = { token: string; child: string; state: ParentState }

/** Opening the page changes nothing. Only the buttons do, and the page shows the result. */
function Decision({ token, child, state }: DecisionProps) {
  const client = useQueryClient()
  const send = useSend(answerAsParent, {
    onDone: (request) =>
      void client.setQueryData(queryOrRefusal(findParentRequest, { token }).queryKey, request),
  })
  const answer = (isAgreed: boolean) => send.mutate({ token, isAgreed })
  const words = {
    asked: [`${child} wants to buy here`, 'Nothing is sold to them until you agree.'],
    agreed: [`You agreed, so ${child} can buy`, 'You can withdraw your consent at any time.'],
    refused: [`You didn’t agree, so ${child} can’t buy`, 'You can still agree later.'],
  }[state]
  return (
    <Card className="grid gap-5">
      <output className="grid gap-2">
        <span className="text-xl font-semibold wrap-anywhere">{words[0]}</span>
        <span className="text-soft">{words[1]}</span>
      </output>
      <p className="text-soft">
        {child} is under 18 and named you as their parent or guardian. They buy packs of in-game
        currency, and pay by UPI or from a wallet in this shop. Our{' '}
        <Link to={paths.privacy} className={textLink}>
          privacy policy
        </Link>{' '}
        says what we keep about them.
      </p>
      {state === 'agreed' ? (
        <Button
          className="justify-self-start"
          isBusy={send.isPending}
          busyLabel="One moment..."
          onClick={() => answer(false)}
        >
          Withdraw consent
        </Button>
      ) : (
        <Agree isBusy={send.isPending} canRefuse={state === 'asked'} onAnswer={answer} />
      )}
    </Card>
  )
}

type AgreeProps = { isBusy: boolean; canRefuse: boolean; onAnswer: (isAgreed: boolean) => void }

function Agree({ isBusy, canRefuse, onAnswer }: AgreeProps) {
  const [isTicked, setTicked] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const id = useId()
  const isMissing = isAsked && !isTicked
  return (
    <div className="grid gap-4">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={isTicked}
          aria-describedby={isMissing ? id : undefined}
          onChange={({ target }) => setTicked(target.checked)}
          className="size-5 shrink-0 accent-lantern-deep"
        />
        {CONSENT_WORDS.parent}
      </label>
      {isMissing && (
        <p id={id} role="alert" className="text-sm font-medium text-bad">
          Tick this first
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          look="primary"
          isBusy={isBusy}
          busyLabel="One moment..."
          onClick={() => (isTicked ? onAnswer(true) : setAsked(true))}
        >
          Agree
        </Button>
        {canRefuse && (
          <Button isBusy={isBusy} busyLabel="One moment..." onClick={() => onAnswer(false)}>
            Don’t agree
          </Button>
        )}
      </div>
    </div>
  )
}
