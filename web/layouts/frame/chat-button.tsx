import { ChatIcon } from '#web/ui/icons/icons.tsx'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'

/** Link to the support chat, if the shop has one. Phones show it in the bottom bar, where it covers nothing. */
export function ChatButton() {
  const supportUrl = useShopFacts()?.supportUrl
  if (!supportUrl) return null
  return (
    <a
      href={supportUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="fixed right-4 bottom-5 z-20 hidden min-h-12 min-w-12 items-center justify-center gap-2 rounded-full border border-line bg-raised font-semibold text-glass shadow-high hover:border-edge md:inline-flex 2xl:px-5"
    >
      <ChatIcon />
      <span className="max-2xl:sr-only">Chat with us</span>
    </a>
  )
}
