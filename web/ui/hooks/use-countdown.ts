import { useEffect, useState } from 'react'

/** Counts the remaining seconds down to 0. */
export function useCountdown(fromSeconds: number): number {
  const [endsAt] = useState(() => Date.now() + fromSeconds * 1000)
  const [left, setLeft] = useState(fromSeconds)

  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])

  return left
}
