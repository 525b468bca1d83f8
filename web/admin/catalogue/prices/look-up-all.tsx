import { useQueryClient } from '@tanstack/react-query'
import { listPriceRules, syncAllPrices } from '#contract/catalogue/suppliers/prices.ts'
import type { Task } from '#contract/core/tasks.ts'
import { Button } from '#web/ui/button.tsx'
import { TaskInPlace } from '#web/admin/tasks/task-in-place.tsx'
import { useOwnTask } from '#web/admin/tasks/use-own-task.ts'

const isOfAll = ({ input }: Task) => !('gameSlug' in input)

/** Starts the lookup that otherwise runs every ten minutes, and shows its result. */
export function LookUpAll() {
  const client = useQueryClient()
  const { id, begin } = useOwnTask(syncAllPrices, 'sync-prices', isOfAll)
  const button = (
    <Button isBusy={begin.isPending} busyLabel="Beginning..." onClick={() => begin.mutate({})}>
      Check all costs
    </Button>
  )
  if (!id) return button
  return (
    <TaskInPlace
      key={id}
      id={id}
      onEnd={() => void client.invalidateQueries({ queryKey: [listPriceRules.path] })}
    >
      {button}
    </TaskInPlace>
  )
}
