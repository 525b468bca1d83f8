import * as contract from '#contract/accounts/newsletter.ts'
import { implement } from '#server/platform/http/implement.ts'
import {
  editNewsByMail,
  editNewsOfLink,
  findNewsOfLink,
  getNewsByMail,
  openUnsubscribe,
  unsubscribeAtOnce,
} from './news.ts'

export const newsByMailRoutes = implement(contract, {
  getNewsByMail,
  editNewsByMail,
  findNewsOfLink,
  editNewsOfLink,
  unsubscribeAtOnce,
  openUnsubscribe,
})
