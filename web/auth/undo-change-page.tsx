import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { undoChange } from '#contract/auth.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSend } from '#web/api/use-send.ts'
import { Brand } from '#web/layouts/brand.tsx'
import { NO_INDEX, titled } from '#web/layouts/head.ts'
import { SkipLink } from '#web/layouts/skip-link.tsx'
import { ThemeButton } from '#web/layouts/theme-button.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ClientOnly } from '#web/ui/client-only.tsx'
import { enter } from './enter.ts'

export const meta = titled('Undo a change', NO_INDEX)

/** Made on the server for everybody. It also opens for whoever is signed in, who may be the thief. */
export const loader = () => null

export default function UndoChangePage() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr]">
        <header className="mx-auto flex min-h-16 w-full max-w-page items-center justify-between gap-2 px-4">
          <SkipLink />
          <Brand />
          <ThemeButton />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto grid w-full max-w-text content-start gap-6 px-4 py-8 outline-none lg:py-16"
        >
          <h1 className="text-3xl">Undo a change</h1>
          <ClientOnly>
            <Undo />
          </ClientOnly>
        </main>
      </div>
    </QueryClientProvider>
  )
}

/** Opening the link changes nothing, because mail programs open links by themselves. The button does. */
function Undo() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const undo = useSend(undoChange, {
    async onDone(tokens) {
      if (await enter(tokens)) await navigate(paths.accountDetails, { replace: true })
    },
  })
  return (
    <Card title="Get your account back">
      <div className="grid gap-5">
        <p className="text-soft">
          Your account gets back the email address and phone number it had before. Everybody is
          signed out, and the password and all API keys end. You're signed in here and set a new
          password next.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            look="primary"
            isBusy={undo.isPending}
            busyLabel="Undoing..."
            onClick={() => undo.mutate({ token: params.get('token') ?? '' })}
          >
            Undo the change
          </Button>
          <Link to={paths.home} className={buttonLook('quiet')}>
            Keep it
          </Link>
        </div>
      </div>
    </Card>
  )
}
