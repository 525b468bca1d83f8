import { useId, useState, type KeyboardEvent } from 'react'
import { copyText } from '#web/ui/copy-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons/icons.tsx'
import { LANGUAGE_LABELS, type Language } from './trial/snippets.ts'
import { useReader } from './reader.ts'

/** A block of code with a button to copy it. */
export function Code({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(text))
  return (
    <div className="facet relative border border-line bg-sunken">
      <div
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields, a section a landmark
        role="group"
        aria-label={label}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach what scrolls
        tabIndex={0}
        className="max-h-112 overflow-auto p-4 pr-14 font-mono text-sm leading-relaxed"
      >
        <pre>
          <code>{text}</code>
        </pre>
      </div>
      <button
        type="button"
        aria-label={`Copy: ${label}`}
        onClick={() => void copy()}
        className="absolute top-1 right-3 grid size-11 place-items-center rounded-md bg-sunken text-soft hover:bg-raised hover:text-ink"
      >
        {isCopied ? <CheckIcon className="size-5 text-good" /> : <CopyIcon />}
        <output className="sr-only">{isCopied && 'Copied'}</output>
      </button>
    </div>
  )
}

const ALL = Object.keys(LANGUAGE_LABELS) as Language[]

/** The same request in each language. Choosing a language switches every example on the page. */
export function CodeTabs({
  snippets,
  label,
}: {
  snippets: Record<Language, string>
  label: string
}) {
  const { language, chooseLanguage } = useReader()
  const id = useId()

  /** Arrow keys move between tabs. */
  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = ALL[(ALL.indexOf(language) + step + ALL.length) % ALL.length]!
    chooseLanguage(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-language=${next}]`)?.focus()
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus */}
      <div role="tablist" aria-label={`Language: ${label}`} onKeyDown={move} className="flex gap-1">
        {ALL.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            data-language={one}
            id={`${id}-${one}`}
            aria-selected={one === language}
            aria-controls={`${id}-panel`}
            tabIndex={one === language ? 0 : -1}
            onClick={() => chooseLanguage(one)}
            className="min-h-11 rounded-md px-3 text-sm font-semibold text-soft hover:bg-sunken aria-selected:bg-lantern-soft aria-selected:text-ink"
          >
            {LANGUAGE_LABELS[one]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${language}`}>
        <Code
          key={language}
          text={snippets[language]}
          label={`${label}, ${LANGUAGE_LABELS[language]}`}
        />
      </div>
    </div>
  )
}
