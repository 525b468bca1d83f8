import { useRevalidator } from 'react-router'
import type { Input } from '#contract/core/endpoint.ts'
import { editSettings, getSettings, type Settings } from '#contract/catalogue/settings.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'

export const SUBMIT = { label: 'Save', busyLabel: 'Saving...' }

/** Saves each section on its own, so that two people editing different sections don't overwrite each other. */
export function useSave(settings: Settings, pick: (all: Settings) => Partial<Settings>) {
  const { version, load } = useVersion(settings, () => call(getSettings, {}))
  const { revalidate } = useRevalidator()
  const send = useSend(editSettings, {
    refetch: [getSettings],
    onDone: async () => {
      await load()
      await revalidate() // updates the name in the header and titles
    },
  })
  return {
    version,
    load,
    save: (change: Input<typeof editSettings>) =>
      send.mutateAsync({ ...change, was: pick(version) }),
  }
}
