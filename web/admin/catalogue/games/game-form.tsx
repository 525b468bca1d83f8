import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { isCountry, nameCountry } from '#contract/core/countries.ts'
import type { Picture } from '#contract/catalogue/gallery.ts'
import { MANUAL } from '#contract/catalogue/sources.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'
import { MultiSelectField } from '#web/ui/form/choice/multi-select-field.tsx'
import { GalleryField } from '#web/admin/catalogue/gallery/gallery-field.tsx'
import { findSource, toOptions, useSources } from '#web/admin/catalogue/suppliers/use-sources.ts'
import { TagField } from '#web/admin/catalogue/gallery/tag-field.tsx'
import { GameFormValues } from './game-form-values.ts'
import { UnsavedForm } from '#web/admin/forms/unsaved.tsx'

type Props = {
  initial: z.input<typeof GameFormValues>
  picture: Picture | null
  onSubmit: (game: GameFormValues) => Promise<unknown>
  /** Shown when someone else saved the game first. */
  conflict?: ReactNode
}

export const GameForm = ({ initial, picture, onSubmit, conflict }: Props) => (
  <Form
    schema={GameFormValues}
    initial={initial}
    submit={{ label: 'Save and add items', busyLabel: 'Saving...' }}
    onSubmit={onSubmit}
  >
    <UnsavedForm />
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Card title="What customers see">
        <div className="grid gap-5">
          <TextField name="gameName" label="Name" autoComplete="off" />
          <GalleryField name="gameImageId" label="Image" current={picture} />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              name="gameFrom"
              label="Publisher or region"
              hint="Shown below the name."
              autoComplete="off"
            />
            <TagField />
          </div>
          <LongTextField name="gameDescription" label="Description" rows={4} />
          <TextField
            name="gameLink"
            label="Link"
            hint="The game’s own site (optional)."
            type="url"
            autoComplete="off"
          />
          <TextField
            name="gameSlug"
            label="Address"
            hint="The part after /product/. Leave empty to derive it from the name."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <CheckField
            name="gameAvailablity"
            label="Available"
            hint="Unavailable games are visible but can’t be bought."
          />
        </div>
      </Card>
      <div className="grid gap-5">
        <SourceFields />
        <PlayerFields />
      </div>
    </div>
    {conflict}
  </Form>
)

function SourceFields() {
  const apiName = useWatch({ name: 'apiName' }) as string
  const sources = useSources()
  const { game, region } = findSource(sources, apiName).hints
  return (
    <Card title="Supplier">
      <div className="grid gap-5">
        <SelectField name="apiName" label="API name" options={toOptions(sources, apiName)} />
        {apiName === MANUAL ? (
          <p className="text-sm text-soft">
            Your team delivers it: orders wait under Waiting until someone has given the player the
            pack.
          </p>
        ) : (
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              name="givenGameName"
              label="Given game name"
              hint={game}
              autoComplete="off"
              spellCheck={false}
            />
            <TextField
              name="givenRegion"
              label="Given region"
              hint={region}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

const COUNTRIES = listCountries().map((value) => ({
  value,
  label: `${nameCountry(value)} (${value})`,
}))

const SECOND_FIELD_OPTIONS = [
  'America',
  'Asia',
  'Europe',
  'TW_HK_MO',
  'os_asia',
  'os_cht',
  'os_euro',
  'os_sea',
  'os_usa',
].map((value) => ({ value, label: value }))

function PlayerFields() {
  const apiName = useWatch({ name: 'apiName' }) as string
  const { findsPlayers } = findSource(useSources(), apiName)
  return (
    <Card title="Player details">
      <div className="grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            name="inputFieldOne"
            label="First field"
            hint="Leave empty for “User ID”."
            autoComplete="off"
          />
          <TextField
            name="inputFieldTwo"
            label="Second field"
            hint="For example Zone ID or Server. Leave empty for none."
            autoComplete="off"
          />
        </div>
        <MultiSelectField
          name="inputFieldTwoOption"
          label="Options of the second field"
          hint="What customers choose from. Type one that isn't listed to add it. Without options, customers type a value."
          noun="option"
          options={SECOND_FIELD_OPTIONS}
          canAdd
        />
        <MultiSelectField
          name="playerRegions"
          label="Countries of players"
          hint="Countries whose accounts can use its items. Leave empty for all."
          noun="country"
          options={COUNTRIES}
        />
        <CheckField
          name="isValidationRequired"
          label="Validation required"
          hint={
            findsPlayers
              ? 'Customers can only buy for players that the supplier confirms.'
              : 'This supplier can’t look up players, so nobody could buy. Leave it off.'
          }
        />
      </div>
    </Card>
  )
}

function listCountries(): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes
    .filter(isCountry)
    .toSorted((one, other) => nameCountry(one).localeCompare(nameCountry(other)))
}
