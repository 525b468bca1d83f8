import { z } from 'zod'
import { endpoint, Id, NoInput } from '#contract/core/endpoint.ts'
import { required, seen, text } from '#contract/core/fields.ts'
import { Paging } from '#contract/core/paging.ts'

export const IssueType = z.enum(['payment', 'recharge', 'other'])
export type IssueType = z.output<typeof IssueType>

export const ISSUE_TYPES: Record<IssueType, string> = {
  payment: 'Payment Related',
  recharge: 'In-Game Recharge Related',
  other: 'Other',
}

export const IssueStatus = z.enum(['unresolved', 'resolved'])
export type IssueStatus = z.output<typeof IssueStatus>

/** A customer's question, with the shop's answer. */
const Issue = z.object({
  _id: z.string(),
  issueType: IssueType,
  message: z.string(),
  orderId: z.string().nullable(),
  status: IssueStatus,
  isRead: z.boolean(),
  answer: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Issue = z.output<typeof Issue>

export const createIssue = endpoint({
  method: 'POST',
  path: '/issue',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: 'We’ve received your message and will answer soon',
  input: z.strictObject({
    issueType: IssueType,
    message: required('Please enter a message').max(
      2_000,
      'A message can have at most 2,000 characters',
    ),
    orderId: z.string().trim().max(60).exactOptional(),
  }),
  output: Issue,
})

export const listOwnIssues = endpoint({
  method: 'GET',
  path: '/issue',
  access: 'signed-in',
  guests: true,
  message: '',
  input: NoInput,
  output: z.array(Issue),
})

/** An issue with its author. Deleted accounts have neither email nor phone. */
const AskedIssue = Issue.extend({
  userId: z.object({
    _id: z.string(),
    fullName: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
})
export type AskedIssue = z.output<typeof AskedIssue>

export const listAllIssues = endpoint({
  method: 'GET',
  path: '/issue/all',
  access: 'admin',
  right: 'support',
  message: '',
  input: Paging.extend({
    searchIndex: z.enum(['email', 'fullName', 'phone', 'orderId']).default('email'),
    sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
    status: IssueStatus.exactOptional(),
    issueType: IssueType.exactOptional(),
    userId: Id.exactOptional(), // of this customer
  }),
  output: z.object({ issues: z.array(AskedIssue), total: z.int() }),
})

export const findIssue = endpoint({
  method: 'GET',
  path: '/issue/:id',
  access: 'admin',
  right: 'support',
  message: '',
  input: z.strictObject({ id: Id }),
  output: AskedIssue,
})

/** Edits an issue. A new answer is also mailed to the customer. An empty one removes the answer. */
export const editIssue = endpoint({
  method: 'PUT',
  path: '/issue/:id',
  access: 'admin',
  right: 'support',
  message: 'Issue updated',
  input: z.strictObject({
    id: Id,
    isRead: z.boolean().exactOptional(),
    status: IssueStatus.exactOptional(),
    answer: text(2_000).exactOptional(),
    was: seen(z.strictObject({ status: IssueStatus, answer: text(2_000) })),
  }),
  output: AskedIssue,
})
