import { cleanUp } from '#server/auth/clean-up.ts'
import { authRoutes } from '#server/auth/routes.ts'
import { sendCode } from '#server/auth/send-code.ts'
import type { Route } from '#server/http/implement.ts'
import type { JobHandlers, Schedule } from '#server/jobs/worker.ts'
import { sendNotice } from '#server/notices/send-notice.ts'
import { settingsRoutes } from '#server/settings/routes.ts'
import { userRoutes } from '#server/users/routes.ts'

/** Every call of the API. */
export const ROUTES: Route[] = [...authRoutes, ...userRoutes, ...settingsRoutes]

/** Who does each job. */
export const JOBS: JobHandlers = {
  'send-code': sendCode,
  'send-notice': sendNotice,
  'clean-up': cleanUp,
}

/** What happens by itself. */
export const SCHEDULES: Schedule[] = [{ name: 'clean-up', everySeconds: 24 * 60 * 60 }]
