import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  countAudience,
  testAnnouncement,
  type Audience,
} from '#contract/backoffice/announcements.ts'
import { listGameNames } from '#contract/catalogue/catalog.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'
import { GROUP_OPTIONS, tellPeople } from './audience-words.ts'
import { toAudience, type AudienceFormValues } from './announcement-form-values.ts'
import { UsersField } from '#web/admin/marketing/users-field.tsx'

const ROLES = [
  { value: 'user', label: 'Customers' },
  { value: 'reseller', label: 'Resellers' },
]

/** Fields of the surrounding form that choose who gets the email. They also show how many people that is. */
export function AudienceFields() {
  const typed = useWatch() as AudienceFormValues
  const { group } = typed
  const isByDays = group === 'bought' || group === 'not bought'
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-semibold">By email</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField name="group" label="Group" options={GROUP_OPTIONS} />
        {group === 'role' && <SelectField name="role" label="Role" options={ROLES} />}
        {isByDays && (
          <TextField
            name="days"
            label="Days"
            inputMode="numeric"
            autoComplete="off"
            {...(group === 'not bought' && { hint: 'Newer accounts are left out.' })}
          />
        )}
        {group === 'game' && <GameField />}
      </div>
      {group === 'people' && (
        <UsersField name="userIds" label="People" hint="Find them by email or name." initial={[]} />
      )}
      <Reach audience={toAudience(typed)} />
      <TestMail />
    </fieldset>
  )
}

function GameField() {
  const { data: games = [] } = useQuery(query(listGameNames, {}))
  const options = games.map(({ _id, gameName }) => ({ value: _id, label: gameName }))
  return (
    <SelectField
      name="gameId"
      label="Game"
      options={[{ value: '', label: 'Choose a game' }, ...options]}
    />
  )
}

/** Counts the chosen audience. */
export function useReach(audience: Audience | null) {
  return useQuery({
    ...query(countAudience, { audience: audience ?? { group: 'everybody' } }),
    enabled: audience !== null,
    placeholderData: keepPreviousData,
  })
}

function Reach({ audience }: { audience: Audience | null }) {
  const { data, error, isFetching } = useReach(audience)
  return <output className="min-h-12 text-soft">{tell()}</output>

  function tell() {
    if (!audience) return 'Choose the recipients.'
    if (error) return `We can’t count them right now. ${error.message}`
    if (!data || isFetching) return 'Counting...'
    const { reachedCount, unsubscribedCount } = data
    if (reachedCount + unsubscribedCount === 0) return 'This group is empty.'
    return (
      <>
        Goes to <strong className="text-ink">{tellPeople(reachedCount)}</strong>.
        {unsubscribedCount > 0 &&
          ` ${unsubscribedCount.toLocaleString('en-IN')} more want no news by email, and get none.`}
      </>
    )
  }
}

/** Sends a test email to the person who writes the announcement. */
function TestMail() {
  const { getValues } = useFormContext()
  const send = useSend(testAnnouncement)
  function test(): void {
    const { title, message, link } = getValues()
    const { data, error } = testAnnouncement.input.safeParse({ title, message, link })
    if (data) send.mutate(data)
    else toast('error', error.issues[0]!.message)
  }
  return (
    <Button
      className="justify-self-start"
      isBusy={send.isPending}
      busyLabel="Sending..."
      onClick={test}
    >
      Send a test to myself
    </Button>
  )
}
