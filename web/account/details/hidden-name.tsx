import { editUser, getUser } from '#contract/accounts/users.ts'
import { useSend } from '#web/api/use-send.ts'
import { rememberUser } from '#web/state/session.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from './switch.tsx'
import { useUser } from '#web/account/use-user.ts'

/** Switch that hides the first name on the leaderboard. */
export function HiddenName() {
  const { isNameHidden } = useUser()
  const save = useSend(editUser, { refetch: [getUser], onDone: (user) => void rememberUser(user) })
  return (
    <Card title="Leaderboard">
      <Switch
        label="Hide my name on the leaderboard"
        hint="You're shown as “Hidden player”. You still rank, and you still win prizes."
        isOn={isNameHidden}
        isBusy={save.isPending}
        onChange={(isNameHidden, settled) => save.mutate({ isNameHidden }, settled)}
      />
    </Card>
  )
}
