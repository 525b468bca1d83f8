import { useState, useTransition, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { applyCoupon } from '#contract/catalogue/coupons.ts'
import type { Quote } from '#contract/orders/orders.ts'
import { ApiError } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { CheckIcon } from '#web/ui/icons/icons.tsx'
import { takeFocus, scrollIntoView } from '#web/ui/scroll-into-view.ts'
import type { OrderChoice } from '#web/checkout/order-choice.ts'

type Props = { request: OrderChoice; quote: Quote; refusal: ApiError | null }

/** The coupon is part of the address, so a reload keeps it. Each quote checks it again. */
export function CouponField({ request, quote, refusal }: Props) {
  const [, setParams] = useSearchParams()
  const [isLoading, startTransition] = useTransition()
  const [hasChanged, setChanged] = useState(false)
  const use = (couponCode: string) => {
    setChanged(true)
    startTransition(() =>
      setParams(
        (params) => {
          if (couponCode) params.set('couponCode', couponCode)
          else params.delete('couponCode')
          return params
        },
        { replace: true, preventScrollReset: true },
      ),
    )
  }
  if (quote.couponCode)
    return (
      <p className="flex min-h-11 items-center gap-2 rounded-md bg-good-soft pl-4 text-good">
        <CheckIcon className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{quote.couponCode}</span>
        <Button
          ref={hasChanged ? takeFocus : undefined}
          look="quiet"
          size="sm"
          isBusy={isLoading}
          onClick={() => use('')}
        >
          Remove
        </Button>
      </p>
    )
  return (
    <EnterCoupon
      request={request}
      refusal={refusal}
      isLoading={isLoading}
      isFocused={hasChanged}
      onApplied={use}
    />
  )
}

type EnterProps = {
  request: OrderChoice
  refusal: ApiError | null
  isLoading: boolean
  isFocused: boolean // true if it replaces a removed coupon
  onApplied: (couponCode: string) => void
}

function EnterCoupon({ request, refusal, isLoading, isFocused, onApplied }: EnterProps) {
  const [code, setCode] = useState(request.couponCode)
  const [problem, setProblem] = useState(refusal?.message)
  const apply = useSend(applyCoupon, {
    isShown: true,
    onDone: ({ couponCode }) => onApplied(couponCode),
  })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setProblem(undefined)
    try {
      const { gameSlug, itemSlug, gameDetailId } = request
      await apply.mutateAsync({ couponCode: code.trim(), gameSlug, itemSlug, gameDetailId })
    } catch (error) {
      setProblem(explain(error))
    }
  }

  return (
    <form
      noValidate
      className="scroll-mt-20"
      ref={problem ? scrollIntoView : undefined}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Coupon code" error={problem}>
        {(wiring) => (
          <div className="flex gap-2">
            <Input
              {...wiring}
              ref={isFocused ? takeFocus : undefined}
              name="couponCode"
              value={code}
              onChange={({ target }) => setCode(toUpperCase(target))}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="min-w-0 flex-1"
            />
            <Button type="submit" isBusy={apply.isPending || isLoading} busyLabel="Applying...">
              Apply
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

/** Converts while typing and keeps the caret where it is. */
function toUpperCase(input: HTMLInputElement): string {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
  return input.value
}

const explain = (error: unknown): string =>
  (error instanceof ApiError && error.errors[0]?.message) || (error as Error).message
