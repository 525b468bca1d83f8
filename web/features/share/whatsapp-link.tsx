import { buttonLook } from '#web/ui/button.tsx'

/** Opens WhatsApp with a message. The customer chooses there who gets it. */
export const WhatsAppLink = ({ text }: { text: string }) => (
  <a
    href={`https://wa.me/?${new URLSearchParams({ text })}`}
    target="_blank"
    rel="noopener"
    className={`justify-self-start ${buttonLook('plain')}`}
  >
    Send by WhatsApp
  </a>
)
