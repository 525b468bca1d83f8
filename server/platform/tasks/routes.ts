import * as contract from '#contract/core/tasks.ts'
import { implement } from '#server/platform/http/implement.ts'
import { retryTask, stopTask } from './change-tasks.ts'
import { listFailedJobs, retryJob } from './failed-jobs.ts'
import { getTaskFile } from './get-task-file.ts'
import { findTask, followTask, listTaskLines, listTasks } from './see-tasks.ts'

export const taskRoutes = implement(contract, {
  listTasks,
  findTask,
  followTask,
  listTaskLines,
  stopTask,
  retryTask,
  getTaskFile,
  listFailedJobs,
  retryJob,
})
