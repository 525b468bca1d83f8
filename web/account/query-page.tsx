import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  createIssue,
  ISSUE_TYPES,
  listOwnIssues,
  type Issue,
} from '#contract/backoffice/support.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'
import { formatDate } from '#web/ui/text/format.ts'

export const meta = titled('Query')

const TYPES = Object.entries(ISSUE_TYPES).map(([value, label]) => ({ value, label }))

export default function QueryPage() {
  const { data: issues } = useSuspenseQuery(query(listOwnIssues, {}))
  return (
    <div className="grid max-w-text gap-6">
      <h1 className="text-3xl">Query</h1>
      <AskForm />
      <section className="grid gap-4">
        <h2 className="text-xl">Your messages</h2>
        {issues.length > 0 ? (
          <ul className="grid gap-4">
            {issues.map((issue) => (
              <IssueCard key={issue._id} issue={issue} />
            ))}
          </ul>
        ) : (
          <EmptyState title="No messages yet">
            Your messages and our replies appear here.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

function AskForm() {
  const orderId = useSearchParams()[0].get('orderId') ?? ''
  const [round, setRound] = useState(0) // a new key empties the form after each message
  const send = useSend(createIssue, {
    refetch: [listOwnIssues],
    onDone: () => setRound(round + 1),
  })
  return (
    <Card title="Ask us">
      <Form
        key={round}
        schema={createIssue.input}
        initial={{ issueType: orderId ? 'recharge' : 'payment', message: '', orderId }}
        submit={{ label: 'Send', busyLabel: 'Sending...' }}
        onSubmit={send.mutateAsync}
      >
        <SelectField name="issueType" label="Issue Type" options={TYPES} />
        <TextField name="orderId" label="Order number (optional)" />
        <LongTextField name="message" label="Message" />
      </Form>
    </Card>
  )
}

const IssueCard = ({ issue }: { issue: Issue }) => (
  <li className="facet grid gap-3 border border-line bg-stall p-5 shadow-low">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      <Badge tone={issue.status === 'resolved' ? 'good' : 'plain'}>
        {issue.status === 'resolved' ? 'Resolved' : 'Unresolved'}
      </Badge>
      <span>{ISSUE_TYPES[issue.issueType]}</span>
      {issue.orderId && <span>Order {issue.orderId}</span>}
      <span>{formatDate(issue.createdAt)}</span>
    </p>
    <p className="wrap-anywhere whitespace-pre-line">{issue.message}</p>
    {issue.answer && (
      <p className="border-l-4 border-lantern pl-4 wrap-anywhere whitespace-pre-line">
        {issue.answer}
      </p>
    )}
  </li>
)
