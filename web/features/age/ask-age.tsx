import { useId, useState } from 'react'
import { stateAge, wordsOfAge, type Age } from '#contract/accounts/consent.ts'
import { useSend } from '#web/api/use-send.ts'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { Button } from '#web/ui/button.tsx'

const AGES: Age[] = ['adult', 'minor']

/** Asks for the age before a purchase, once. */
export function AskAge({ onDone }: { onDone: () => void }) {
  const [age, setAge] = useState<Age | null>(null)
  const [isAsked, setAsked] = useState(false)
  const state = useSend(stateAge, { onDone })
  const rule = useShopFacts()?.ageRule ?? 'stated'
  const id = useId()
  const isMissing = isAsked && age === null
  return (
    <form
      method="dialog"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (age) state.mutate({ age })
      }}
    >
      <p className="-mt-3 text-soft">
        We have to ask before your first purchase. You can’t change it later.
      </p>
      <fieldset aria-describedby={isMissing ? `${id}-error` : undefined}>
        <legend className="sr-only">Your age</legend>
        {AGES.map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-3 py-2">
            <input
              type="radio"
              name={id}
              checked={age === one}
              onChange={() => setAge(one)}
              className="size-5 shrink-0 accent-lantern-deep"
            />
            {wordsOfAge(one, rule)}
          </label>
        ))}
        {isMissing && (
          <p id={`${id}-error`} role="alert" className="text-sm font-medium text-bad">
            Please choose one
          </p>
        )}
      </fieldset>
      <Button
        type="submit"
        look="primary"
        className="min-w-28 justify-self-start"
        isBusy={state.isPending}
      >
        Continue
      </Button>
    </form>
  )
}
