import type { ReactNode } from 'react'
import { textLink } from '#web/ui/text-link.ts'
import type { Chapter, Piece } from './guide.ts'
import { Code } from './code.tsx'

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/

/** Renders a sentence. Text in backticks becomes code, `**` marks bold text, and links look like Markdown. */
export const Sentence = ({ text }: { text: string }) => (
  // eslint-disable-next-line react/no-array-index-key -- the text never changes
  <>{text.split(MARKS).map((part, index) => mark(part, index))}</>
)

function mark(part: string, key: number): ReactNode {
  if (part.startsWith('`'))
    return (
      <code key={key} className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-sm wrap-anywhere">
        {part.slice(1, -1)}
      </code>
    )
  if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>
  const [, label, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
  if (!href) return part
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer" className={textLink}>
      {label}
    </a>
  )
}

export const Section = ({
  id,
  title,
  children,
}: Omit<Chapter, 'pieces'> & { children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <h2 id={`${id}-title`} className="text-2xl">
      {title}
    </h2>
    {children}
  </section>
)

export const Prose = ({ pieces }: { pieces: Piece[] }) => (
  // eslint-disable-next-line react/no-array-index-key -- the text never changes
  <>
    {pieces.map((piece, index) => (
      <PieceOf key={index} piece={piece} />
    ))}
  </>
)

function PieceOf({ piece }: { piece: Piece }) {
  if (typeof piece === 'string')
    return (
      <p className="max-w-text">
        <Sentence text={piece} />
      </p>
    )
  if ('code' in piece) return <Code text={piece.code} label="Example" />
  if ('steps' in piece)
    return (
      <ol className="grid max-w-text list-decimal gap-2 pl-6 marker:font-semibold marker:text-soft">
        {piece.steps.map((step) => (
          <li key={step}>
            <Sentence text={step} />
          </li>
        ))}
      </ol>
    )
  return (
    <ul className="grid max-w-text gap-2">
      {piece.points.map((point) => (
        <li key={point} className="flex gap-3">
          <span className="mt-2.5 size-1.5 shrink-0 rotate-45 bg-lantern-deep" aria-hidden="true" />
          <span className="min-w-0">
            <Sentence text={point} />
          </span>
        </li>
      ))}
    </ul>
  )
}
