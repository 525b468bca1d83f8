import type { PayLink } from '#contract/orders/pay-links.ts'
import { WhatsAppLink } from '#web/features/share/whatsapp-link.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

type Props = { link: Pick<PayLink, 'url' | 'itemName' | 'gameName' | 'message'> }

/** The address of a link, to copy or to send by WhatsApp. */
export const ShareLink = ({ link }: Props) => (
  <div className="grid gap-3">
    <CopyButton text={link.url} label="Copy the link" />
    <WhatsAppLink text={wordsFor(link)} />
  </div>
)

const wordsFor = ({ url, itemName, gameName, message }: Props['link']): string =>
  [message, `Can you pay for ${itemName} in ${gameName}?`, url].filter(Boolean).join('\n')
