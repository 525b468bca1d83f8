import { useState } from 'react'
import { z } from 'zod'
import { createPayLink, listPayLinks, type PayLink } from '#contract/orders/pay-links.ts'
import { useSend } from '#web/api/use-send.ts'
import { ShareLink } from '#web/features/pay-link/share-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'
import type { OrderChoice } from '#web/checkout/order-choice.ts'

/** Lets a customer ask somebody else to pay, by a link. */
export function AskToPay({ input }: { input: OrderChoice }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Is somebody else paying?">
      <div className="grid gap-4">
        <p className="text-soft">
          Send a link to a parent or a friend. They pay for this pack, without an account if they
          like.
        </p>
        <Button className="justify-self-start" onClick={() => setOpen(true)}>
          Make a link
        </Button>
      </div>
      {isOpen && <MakeLink input={input} onClose={() => setOpen(false)} />}
    </Card>
  )
}

const LinkForm = createPayLink.input.pick({ message: true }).extend({ choosesPlayer: z.boolean() })

type MakeLinkProps = { input: OrderChoice; onClose: () => void }

function MakeLink({ input: { gameSlug, itemSlug, gameDetailId }, onClose }: MakeLinkProps) {
  const [link, setLink] = useState<PayLink | null>(null)
  const send = useSend(createPayLink, { refetch: [listPayLinks], onDone: setLink })
  return (
    <Dialog title={link ? 'Your link is ready' : 'Ask somebody to pay'} isOpen onClose={onClose}>
      {link ? (
        <div className="grid gap-4">
          <p className="text-soft">It works once, for 7 days. You find it again under Orders.</p>
          <ShareLink link={link} />
        </div>
      ) : (
        <Form
          schema={LinkForm}
          initial={{ message: '', choosesPlayer: false }}
          submit={{ label: 'Make link', busyLabel: 'Making...' }}
          onSubmit={({ message, choosesPlayer }) =>
            send.mutateAsync({
              gameSlug,
              itemSlug,
              gameDetailId: choosesPlayer ? null : gameDetailId,
              message,
            })
          }
        >
          <LongTextField
            name="message"
            label="Message"
            hint="At most 200 characters. They see it with your first name."
            rows={3}
          />
          <CheckField
            name="choosesPlayer"
            label="They choose the player"
            hint="Otherwise the pack goes to the player you chose."
          />
        </Form>
      )}
    </Dialog>
  )
}
