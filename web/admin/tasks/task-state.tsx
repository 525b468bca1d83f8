import type { TaskState } from '#contract/core/tasks.ts'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'

export const TASK_STATES: Record<TaskState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'pending' },
  running: { label: 'Running', tone: 'processing' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  stopped: { label: 'Stopped', tone: 'plain' },
}

export const TaskStateBadge = ({ state }: { state: TaskState }) => (
  <Badge tone={TASK_STATES[state].tone}>{TASK_STATES[state].label}</Badge>
)
