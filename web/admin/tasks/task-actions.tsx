import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  findTask,
  getTaskFile,
  hasTaskEnded,
  listTasks,
  retryTask,
  type Task,
} from '#contract/core/tasks.ts'
import { queryOrRefusal } from '#web/api/call.ts'
import { saveFile } from '#web/api/save-file.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/icons/money-icons.tsx'
import { StopTask } from './task-progress.tsx'

/** Saves the file that a task produced. */
export const useTaskFile = () =>
  useMutation({
    mutationFn: ({ _id: id, fileName }: Task) => saveFile(getTaskFile, { id }, fileName!),
    onSuccess: (_, { fileName }) => toast('success', `${fileName} is saved`),
    onError: (error) => toast('error', error.message),
  })

/** Actions for a task in its present state. */
export const TaskActions = ({ task }: { task: Task }) => (
  <div className="flex flex-wrap gap-2">
    {!hasTaskEnded(task) && <StopTask task={task} />}
    {(task.state === 'failed' || task.state === 'stopped') && <RetryTask task={task} />}
    {task.fileName && <TaskFile task={task} />}
  </div>
)

function TaskFile({ task }: { task: Task }) {
  const save = useTaskFile()
  return (
    <Button
      size="sm"
      aria-label={`Download ${task.fileName}`}
      isBusy={save.isPending}
      busyLabel="Saving..."
      onClick={() => save.mutate(task)}
    >
      <DownloadIcon /> Download
    </Button>
  )
}

/** Resumes the task where it stopped. */
function RetryTask({ task: { _id: id, title } }: { task: Task }) {
  const client = useQueryClient()
  const retry = useSend(retryTask, {
    refetch: [listTasks],
    onDone: (task) => void client.setQueryData(queryOrRefusal(findTask, { id }).queryKey, task),
  })
  return (
    <Button
      size="sm"
      aria-label={`Try ${title} again`}
      isBusy={retry.isPending}
      busyLabel="Beginning..."
      onClick={() => retry.mutate({ id })}
    >
      Try again
    </Button>
  )
}
