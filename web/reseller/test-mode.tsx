import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { deleteTestData } from '#contract/resellers/api-keys.ts'
import { TEST_PLAYERS } from '#contract/resellers/reseller.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { textLink } from '#web/ui/text-link.ts'

/** Explains test mode, and deletes its data. */
export function TestMode() {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const close = () => setAsking(false)
  const clear = useSend(deleteTestData, {
    onDone: async () => {
      close()
      await client.invalidateQueries()
    },
  })
  return (
    <div className="grid max-w-text gap-6">
      <p>
        A test key works with test money: orders, refunds and webhooks work as usual, and nothing
        reaches a player. Add one under Key, and read{' '}
        <Link to={`${paths.apiDocs}#test-mode`} className={textLink}>
          how it works
        </Link>
        .
      </p>
      <Card title="Test players">
        <p className="mb-3 text-soft">
          The player ID decides how a test order ends. Orders for any other ID are delivered at
          once.
        </p>
        <dl className="grid gap-3">
          {Object.entries(TEST_PLAYERS).map(([id, words]) => (
            <div key={id} className="grid gap-x-6 sm:grid-cols-[7rem_minmax(0,1fr)]">
              <dt className="font-mono text-sm font-semibold">{id}</dt>
              <dd className="text-sm">{words}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Reset test data">
        <p className="mb-4 text-soft">
          Deletes your test orders and quotes, and refills the test wallet. Keys and webhooks stay.
        </p>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete test data
        </Button>
      </Card>
      <Confirm
        question="Delete all test data?"
        action={{ label: 'Delete', isBusy: clear.isPending, isDangerous: true }}
        isOpen={isAsking}
        onConfirm={() => clear.mutate({})}
        onClose={close}
      >
        This deletes test orders, test quotes and test transactions. Nothing real is touched.
      </Confirm>
    </div>
  )
}
