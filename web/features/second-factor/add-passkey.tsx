import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { KnownPassword } from '#contract/accounts/people.ts'
import { addPasskey, beginPasskey, getSecondFactor } from '#contract/accounts/second-factor.ts'
import { getUser } from '#contract/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { PasswordField, type AddProps } from './add-app.tsx'
import { makePasskey } from './passkeys.ts'

const { name } = addPasskey.input.shape

/** The device asks for a fingerprint, a face or its own PIN, and stores the key it creates. */
export function AddPasskey({ isFirst, needsPassword, onAdded }: AddProps) {
  const [isOpen, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  const add = useSend(addPasskey, {
    refetch: [getSecondFactor, getUser],
    onDone: ({ recoveryCodes }) => {
      onClose()
      onAdded(recoveryCodes)
    },
  })
  const make = useMutation({
    mutationFn: async (typed: { name: string; password?: string | undefined }) => {
      const proof = typed.password ? { password: typed.password } : {}
      const answer = await makePasskey(await call(beginPasskey, proof))
      return add.mutateAsync({ name: typed.name, answer })
    },
  })
  return (
    <>
      <Button
        key={String(isFirst)}
        look={isFirst ? 'primary' : 'plain'}
        onClick={() => setOpen(true)}
      >
        Add passkey
      </Button>
      {isOpen && (
        <Dialog title="Add a passkey" isOpen onClose={onClose}>
          <p className="-mt-3 mb-5 text-soft">
            Your fingerprint, face or PIN on this device, or a security key. A fake page can’t use
            it.
          </p>
          <Form
            schema={needsPassword ? z.strictObject({ name, password: KnownPassword }) : JUST_NAME}
            initial={{ name: 'This device', password: '' }}
            submit={{ label: 'Add', busyLabel: 'Waiting for your device...' }}
            onSubmit={(typed) => make.mutateAsync(typed)}
            onCancel={onClose}
          >
            <TextField name="name" label="Name" hint="To tell it from others." autoComplete="off" />
            {needsPassword && <PasswordField />}
          </Form>
        </Dialog>
      )}
    </>
  )
}

const JUST_NAME = z.object({ name, password: z.string().optional() })
