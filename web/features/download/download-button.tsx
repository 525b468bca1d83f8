import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { saveFile } from '#web/api/save-file.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/icons/money-icons.tsx'

type Props<E extends Endpoint> = Pick<
  ComponentProps<typeof Button>,
  'look' | 'size' | 'aria-label'
> & {
  endpoint: E
  input: Input<E>
  /** Name of the saved file. */
  name: string
  label: string
}

/** Saves the file that an endpoint answers with. */
export function DownloadButton<E extends Endpoint>({
  endpoint,
  input,
  name,
  label,
  ...rest
}: Props<E>) {
  const download = useMutation({
    mutationFn: () => saveFile(endpoint, input, name),
    onError: (error) => toast('error', error.message),
  })
  return (
    <Button
      {...rest}
      isBusy={download.isPending}
      busyLabel="Downloading..."
      onClick={() => download.mutate()}
    >
      <DownloadIcon /> {label}
    </Button>
  )
}
