import { useFormContext, type FieldValues } from 'react-hook-form'
import { StaleNotice } from './stale-notice.tsx'

/** In a form whose change came too late: what is there now, below what was typed. */
export function Newest({ load }: { load: () => Promise<FieldValues> }) {
  const { formState, reset } = useFormContext()
  const { errors, dirtyFields } = formState // what is typed is known only while somebody looks
  if (errors.root?.type !== 'CHANGED_MEANWHILE') return null
  return (
    <StaleNotice
      isTyped={Object.keys(dirtyFields).length > 0}
      load={async () => reset(await load(), { keepDirtyValues: true })}
    />
  )
}
