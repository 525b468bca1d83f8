import { findTask, followTask, hasTaskEnded, type Task } from '#contract/core/tasks.ts'
import { useLive } from '#web/api/use-live.ts'

/** A task that updates as it progresses. */
export const useLiveTask = (id: string, onEnd?: (task: Task) => void) =>
  useLive(id, {
    find: findTask,
    follow: followTask,
    hasEnded: hasTaskEnded,
    ...(onEnd && { onEnd }),
  })
