import { Navigate, useSearchParams } from 'react-router'
import { NothingChosen } from '#web/checkout/nothing-chosen.tsx'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { ReviewOf } from './review-of.tsx'

export const meta = titled('Complete Your Purchase')

export default function ReviewPage() {
  const [params] = useSearchParams()
  const gameSlug = params.get('gameSlug')
  const itemSlug = params.get('itemSlug')
  const gameDetailId = params.get('gameDetailId')
  if (!gameSlug || !itemSlug) return <NothingChosen />
  if (!gameDetailId) return <Navigate to={paths.purchaseOf({ gameSlug, itemSlug })} replace />
  const couponCode = (params.get('couponCode') ?? '').trim().toUpperCase().slice(0, 40)
  const payLink = params.get('payLink') ?? undefined
  const pack = { gameSlug, itemSlug, ...(payLink && { payLink }) }
  return (
    <ReviewOf
      input={{ gameSlug, itemSlug, gameDetailId, couponCode }}
      payLink={payLink}
      changeAt={paths.purchaseOf(pack)}
    />
  )
}
