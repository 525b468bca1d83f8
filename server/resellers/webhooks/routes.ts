import * as forApiClients from '#contract/resellers/reseller-webhooks.ts'
import * as deliveries from '#contract/resellers/webhook-deliveries.ts'
import * as contract from '#contract/resellers/webhooks.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { implement } from '#server/platform/http/implement.ts'
import {
  getWebhookDelivery,
  listApiEvents,
  listWebhookDeliveries,
  replayDelivery,
  replayWebhook,
  testWebhook,
} from './deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  getWebhookSecret,
  listWebhooks,
  renewWebhookSecret,
} from './webhooks.ts'

type Call<Sent, Answer> = (
  ctx: Context,
  input: Sent,
  caller: Caller,
  visit: Visit,
) => Promise<Answer>

/** Reuses a handler for API clients and signed-in resellers. TypeScript treats the two as different call types. */
const alike =
  <Sent, Answer>(call: Call<Sent, Answer>): Call<Sent, Answer> =>
  (ctx, input, caller, visit) =>
    call(ctx, input, caller, visit)

export const webhookRoutes = [
  ...implement(contract, {
    listWebhooks,
    createWebhook,
    editWebhook,
    deleteWebhook,
    getWebhookSecret,
    renewWebhookSecret,
  }),
  ...implement(deliveries, {
    testWebhook,
    listWebhookDeliveries,
    getWebhookDelivery,
    listApiEvents,
    replayDelivery,
    replayWebhook,
  }),
  ...implement(forApiClients, {
    listOwnWebhooks: alike(listWebhooks),
    createOwnWebhook: (ctx, input, caller, visit) =>
      createWebhook(ctx, { ...input, isTest: caller.key.isTest }, caller, visit),
    editOwnWebhook: alike(editWebhook),
    deleteOwnWebhook: alike(deleteWebhook),
    getOwnWebhookSecret: alike(getWebhookSecret),
    renewOwnWebhookSecret: alike(renewWebhookSecret),
    testOwnWebhook: alike(testWebhook),
    listOwnDeliveries: alike(listWebhookDeliveries),
    replayOwnWebhook: alike(replayWebhook),
    getOwnDelivery: alike(getWebhookDelivery),
    replayOwnDelivery: alike(replayDelivery),
    listOwnEvents: (ctx, input, caller, visit) =>
      listApiEvents(ctx, { ...input, isTest: caller.key.isTest }, caller, visit),
  }),
]
