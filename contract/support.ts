import { z } from 'zod'
import { endpoint, NoInput } from './endpoint.ts'
import { required } from './fields.ts'

export const IssueType = z.enum(['payment', 'recharge', 'other'])
export type IssueType = z.output<typeof IssueType>

export const ISSUE_TYPES: Record<IssueType, string> = {
  payment: 'Payment Related',
  recharge: 'In-Game Recharge Related',
  other: 'Other',
}

/** What a customer asked the shop, and what it answered. */
const Issue = z.object({
  _id: z.string(),
  issueType: IssueType,
  message: z.string(),
  orderId: z.string().nullable(),
  status: z.enum(['unresolved', 'resolved']),
  isRead: z.boolean(),
  answer: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Issue = z.output<typeof Issue>

export const createIssue = endpoint({
  method: 'POST',
  path: '/issue',
  access: 'signed-in',
  limit: 'account',
  message: 'We have your message, and will answer soon',
  input: z.strictObject({
    issueType: IssueType,
    message: required('Please enter a message').max(
      2_000,
      'A message has at most 2,000 characters',
    ),
    orderId: z.string().trim().max(60).exactOptional(),
  }),
  output: Issue,
})

export const listOwnIssues = endpoint({
  method: 'GET',
  path: '/issue',
  access: 'signed-in',
  message: '',
  input: NoInput,
  output: z.array(Issue),
})
