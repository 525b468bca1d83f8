import type { PayLink } from '#contract/orders/pay-links.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

type Props = { link: Pick<PayLink, 'url' | 'itemName' | 'gameName' | 'message'> }

/** The address of a link, to copy or to send by WhatsApp. */
export const ShareLink = ({ link }: Props) => (
  <div className="grid gap-3">
    <CopyButton text={link.url} label="Copy the link" />
    <a
      href={`https://wa.me/?${new URLSearchParams({ text: wordsFor(link) })}`}
      target="_blank"
      rel="noopener"
      className={`justify-self-start ${buttonLook('plain')}`}
    >
      Send by WhatsApp
    </a>
  </div>
)

const wordsFor = ({ url, itemName, gameName, message }: Props['link']): string =>
  [message, `Can you pay for ${itemName} in ${gameName}?`, url].filter(Boolean).join('\n')
