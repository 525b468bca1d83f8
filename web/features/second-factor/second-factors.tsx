import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { getSecondFactor } from '#contract/accounts/second-factor.ts'
import type { Output } from '#contract/core/endpoint.ts'
import { query } from '#web/api/call.ts'
import { Card } from '#web/ui/card.tsx'
import { AddApp } from './add-app.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { FactorList } from './factor-list.tsx'
import { canUsePasskeys } from './passkeys.ts'
import { MakeRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'

export type FactorState = Output<typeof getSecondFactor>

type Props = {
  title: string
  isAtWork: boolean
  /** Says what second factors are for, and when they are asked for. */
  children: (own: FactorState) => ReactNode
}

/** Manages the second factors and recovery codes of the signed-in person. */
export function SecondFactors({ title, isAtWork, children }: Props) {
  const { data } = useSuspenseQuery(query(getSecondFactor, {}))
  const [codes, setCodes] = useState<string[] | null>(null)
  const { factors, recoveryCodesLeft } = data
  const isFirst = factors.length === 0
  const needsPassword = isFirst && data.hasPassword
  return (
    <>
      <Card title={title}>
        <div className="-mt-2 mb-5 max-w-prose text-soft">{children(data)}</div>
        {!isFirst && <FactorList factors={factors} isAtWork={isAtWork} />}
        <div className="flex flex-wrap gap-3">
          {canUsePasskeys() && (
            <AddPasskey isFirst={isFirst} needsPassword={needsPassword} onAdded={setCodes} />
          )}
          <AddApp isFirst={isFirst} needsPassword={needsPassword} onAdded={setCodes} />
        </div>
        {!canUsePasskeys() && (
          <p className="mt-4 text-sm text-soft">
            Passkeys need a browser that supports them and a secure address (https).
          </p>
        )}
      </Card>
      {!isFirst && (
        <Card title="Recovery codes">
          <p className="-mt-2 mb-5 max-w-prose text-soft">
            For the day you lose your phone or your laptop. Each code works once.
          </p>
          <p className="mb-5 font-medium">{tellLeft(recoveryCodesLeft)}</p>
          <MakeRecoveryCodes onMade={setCodes} />
        </Card>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

function tellLeft(count: number): string {
  if (count === 0) return 'None are left. Make new ones.'
  return count === 1 ? 'One is left.' : `${count} are left.`
}
