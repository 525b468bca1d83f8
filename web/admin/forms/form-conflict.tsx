import { useFormContext, type FieldValues } from 'react-hook-form'
import { ConflictNotice } from './conflict-notice.tsx'

/** After a conflict, shows the current values below the typed ones. */
export function FormConflict({ load }: { load: () => Promise<FieldValues> }) {
  const { formState, reset } = useFormContext()
  const { errors, dirtyFields } = formState // react-hook-form tracks them only if they are read
  if (errors.root?.type !== 'CHANGED_MEANWHILE') return null
  return (
    <ConflictNotice
      isTyped={Object.keys(dirtyFields).length > 0}
      load={async () => reset(await load(), { keepDirtyValues: true })}
    />
  )
}
