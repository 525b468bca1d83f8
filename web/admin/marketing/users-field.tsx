import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Output } from '#contract/core/endpoint.ts'
import { pickUsers } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { Field } from '#web/ui/form/field.tsx'
import { MultiSelect } from '#web/ui/form/choice/multi-select.tsx'
import { useDebounce } from '#web/ui/hooks/use-debounce.ts'

const PAUSE_MS = 250

type Person = Output<typeof pickUsers>['users'][number]

/** Labels people by email, because names are not unique. Deleted accounts have no email, but stay in saved lists. */
const toOption = ({ _id, fullName, email }: Person) => ({ value: _id, label: email || fullName })

type Option = ReturnType<typeof toOption>

type Props = { name: string; label: string; hint: string; initial: Person[] }

/** Picks several customers. The value in the surrounding form is the list of their ids. */
export function UsersField({ name, label, hint, initial }: Props) {
  const { setValue, getFieldState, formState } = useFormContext<Record<string, string[]>>()
  const values = useWatch<Record<string, string[]>>({ name }) as string[]
  const { error } = getFieldState(name, formState)
  const [taken, setTaken] = useState<Option[]>([])
  const [search, setSearch] = useState('')
  const pause = useDebounce(PAUSE_MS)
  const { data } = useQuery({ ...query(pickUsers, { search }), placeholderData: keepPreviousData })
  const known = new Map(
    [...initial.map(toOption), ...taken].map((option) => [option.value, option]),
  )
  return (
    <Field label={label} hint={hint} error={error?.message}>
      {({ id }) => (
        <MultiSelect
          id={id}
          label="customer"
          options={data?.users.map(toOption) ?? []}
          chosen={values.map((value) => known.get(value) ?? { value, label: 'Somebody' })}
          onSearch={(text) => pause.thenRun(() => setSearch(text.trim()))}
          onChange={(people) => {
            setTaken((before) => [...before, ...people])
            setValue(
              name,
              people.map(({ value }) => value),
              { shouldDirty: true, shouldValidate: error !== undefined },
            )
          }}
        />
      )}
    </Field>
  )
}
