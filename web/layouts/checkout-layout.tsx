import { useRef, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { useMovedFocus } from '#web/ui/hooks/use-moved-focus.ts'
import { FailureInFrame, PageInFrame, LoadingInFrame } from './frame/page-in-frame.tsx'
import { Header } from './frame/header.tsx'
import { LazyConfirmation } from '#web/features/second-factor/lazy-confirmation.tsx'
import { requireSession } from '#web/features/session/require-session.ts'

const STEPS = [
  { title: 'Game ID', words: 'verify your account' },
  { title: 'Review', words: 'check your order details' },
  { title: 'Payment', words: 'secure checkout process' },
]

const stepOf = (pathname: string): number => {
  if (pathname.startsWith(`${paths.purchase}/status`)) return 3
  return pathname.startsWith(`${paths.purchase}/review`) ? 2 : 1
}

export const clientLoader = requireSession

export const HydrateFallback = () => <LoadingInFrame Frame={Frame} />

export const ErrorBoundary = () => <FailureInFrame Frame={Frame} />

export default function CheckoutLayout() {
  return (
    <PageInFrame Frame={Frame}>
      <Outlet />
      <LazyConfirmation />
    </PageInFrame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const step = stepOf(useLocation().pathname)
  const heading = useRef<HTMLHeadingElement>(null)
  useMovedFocus(String(step), heading)
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-checkout flex-1 content-start gap-5 px-4 pt-4 outline-none sm:gap-6 sm:pt-6 lg:py-10"
      >
        <h1
          ref={heading}
          tabIndex={-1}
          aria-describedby="step"
          className="text-2xl outline-none sm:text-3xl"
        >
          Complete Your Purchase
        </h1>
        <p id="step" hidden>
          Step {step} of {STEPS.length}
        </p>
        <ol className="grid grid-cols-3 gap-2">
          {STEPS.map(({ title, words }, index) => (
            <li
              key={title}
              aria-current={index + 1 === step ? 'step' : undefined}
              className="border-t-4 border-line pt-2 text-soft aria-[current]:border-lantern aria-[current]:text-ink"
            >
              <span className="font-display font-bold">
                <span className="tabular-nums">{index + 1}</span> {title}
              </span>
              <span className="hidden text-sm sm:block">{words}</span>
            </li>
          ))}
        </ol>
        {children}
      </main>
    </div>
  )
}
