import { z } from 'zod'
import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'
import type { Task, TaskKind } from '#contract/core/tasks.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { answerOnce } from '#server/platform/idempotency/idempotency.ts'
import { getTask } from './see-tasks.ts'
import { beginTask } from './tasks.ts'

type Call<E extends Endpoint> = { endpoint: E; input: Input<E>; caller: Caller; visit: Visit }

type Beginning = { kind: TaskKind; title: string; total?: number; fileName?: string }

/** Starts a task once per idempotency key, records it in the audit log and returns it. */
export const beginOnce = <E extends Endpoint & { output: typeof Task }>(
  ctx: Pick<Context, 'sql' | 'now'>,
  { endpoint, input, caller, visit }: Call<E>,
  beginning: Beginning,
): Promise<Output<E>> => {
  const call = { endpoint, callerId: caller.id, key: visit.idempotencyKey, input }
  return answerOnce(ctx, call, async (tx) => {
    const now = ctx.now()
    const request = z.encode(endpoint.input, input)
    const id = await beginTask(tx, { ...beginning, input: request, by: caller.id, now })
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: `begin ${beginning.kind}`,
      subject: `task ${id}`,
      before: null,
      after: request,
      now,
    })
    return (await getTask(tx, id, caller)) as Output<E>
  })
}
