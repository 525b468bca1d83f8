import { ChatIcon } from '#web/ui/icons.tsx'
import { useShopFacts } from './use-shop-facts.ts'

/** A person to talk to, where the shop has one. */
export function ChatButton() {
  const supportUrl = useShopFacts()?.supportUrl
  if (!supportUrl) return null
  return (
    <a
      href={supportUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="fixed right-4 bottom-18 z-20 inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full border border-line bg-raised font-semibold text-glass shadow-high hover:border-edge md:bottom-5 md:px-5"
    >
      <ChatIcon />
      <span className="max-md:sr-only">Chat with us</span>
    </a>
  )
}
