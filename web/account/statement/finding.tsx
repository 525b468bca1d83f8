import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { CheckIcon } from '#web/ui/icons/icons.tsx'
import { WarningIcon } from '#web/ui/icons/money-icons.tsx'
import { textLink } from '#web/ui/text-link.ts'
import type { Finding } from './check-statement.ts'

/** Explains the result of a check. */
export const FindingNotice = ({ finding }: { finding: Finding }) =>
  finding.holds ? (
    <Notice isGood title="The chain holds">
      {finding.lineCount === 0
        ? 'There are no lines between these dates, so there is nothing to check.'
        : `${countOf(finding.lineCount)} checked in this browser: every balance adds up, and every line is as the shop wrote it.`}
    </Notice>
  ) : (
    <Notice title={`The chain breaks at line ${finding.sequence}`}>
      {finding.words} Please <AskUs />.
    </Notice>
  )

export const AskUs = () => (
  <Link to={paths.query} className={textLink}>
    ask us about it
  </Link>
)

const countOf = (lines: number) => (lines === 1 ? '1 line' : `${lines} lines`)

type NoticeProps = { title: string; isGood?: boolean; children: ReactNode }

/** A good or bad result. The words and the icon carry the meaning; the colour only helps. */
export const Notice = ({ title, isGood = false, children }: NoticeProps) => (
  <div
    className={`flex gap-3 rounded-md border border-current p-4 ${isGood ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
  >
    <span className="mt-0.5 shrink-0">{isGood ? <CheckIcon /> : <WarningIcon />}</span>
    <p className="text-ink">
      <strong className={`block ${isGood ? 'text-good' : 'text-bad'}`}>{title}</strong>
      {children}
    </p>
  </div>
)
