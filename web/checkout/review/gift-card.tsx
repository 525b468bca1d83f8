import { useState } from 'react'
import { Gift } from '#contract/orders/gifts.ts'
import { GiftFacts } from '#web/features/order/gift-facts.tsx'
import type { useGift } from '#web/checkout/payment/use-gift.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'
import { takeFocus } from '#web/ui/scroll-into-view.ts'

type Props = ReturnType<typeof useGift>

/** Lets a customer make the purchase a gift, which a friend hears of when it is delivered. */
export function GiftCard({ gift, change }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wasRemoved, setRemoved] = useState(false)
  return (
    <Card title={gift ? 'Your gift' : 'Is this a gift?'}>
      <div className="grid gap-4">
        {gift ? <GiftFacts gift={gift} /> : <p className="text-soft">{WORDS}</p>}
        <div className="flex flex-wrap gap-2">
          <Button ref={wasRemoved ? takeFocus : undefined} onClick={() => setOpen(true)}>
            {gift ? 'Change gift' : 'It’s a gift'}
          </Button>
          {gift && (
            <Button
              look="quiet"
              onClick={() => {
                change(null)
                setRemoved(true)
              }}
            >
              Remove gift
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <GiftForm
          gift={gift}
          onClose={() => setOpen(false)}
          onSave={(saved) => {
            change(saved)
            setRemoved(false)
            setOpen(false)
          }}
        />
      )}
    </Card>
  )
}

const WORDS = 'We email your friend, with your message, once the pack is delivered to this player.'

type GiftFormProps = { gift: Gift | null; onClose: () => void; onSave: (gift: Gift) => void }

const GiftForm = ({ gift, onClose, onSave }: GiftFormProps) => (
  <Dialog title="It’s a gift" isOpen onClose={onClose}>
    <Form
      schema={Gift}
      initial={gift ?? { email: '', message: '' }}
      submit={{ label: 'Save gift' }}
      onSubmit={async (saved) => onSave(saved)}
    >
      <TextField
        name="email"
        label="Friend’s email"
        hint="We use it for this gift only."
        type="email"
        autoComplete="off"
      />
      <LongTextField
        name="message"
        label="Message (optional)"
        hint="At most 200 characters, without links."
        rows={3}
      />
    </Form>
  </Dialog>
)
