import { useSuspenseQuery } from '@tanstack/react-query'
import { listAllTags } from '#contract/catalogue/tags.ts'
import { query } from '#web/api/call.ts'
import { SelectField } from '#web/ui/form/form-fields.tsx'

/** Picks the tag for the field `tagId` of the surrounding form. */
export function TagField() {
  const { data: tags } = useSuspenseQuery(query(listAllTags, {}))
  const options = tags.map(({ _id, tagName }) => ({ value: _id, label: tagName }))
  return (
    <SelectField name="tagId" label="Tag" options={[{ value: '', label: 'None' }, ...options]} />
  )
}
