import { useEffect, useState } from 'react'

const WAIT_MAX_MS = 24 * 60 * 60 * 1000 // setTimeout overflows after about 24 days

/** True once the moment has passed. Null never passes. */
export function useHasPassed(moment: number | null): boolean {
  const [passed, setPassed] = useState(() => (isOver(moment) ? moment : null))

  useEffect(() => {
    if (moment === null) return
    const look = () => {
      if (isOver(moment)) setPassed(moment)
      else timer = setTimeout(look, Math.min(moment - Date.now(), WAIT_MAX_MS))
    }
    let timer = setTimeout(look, 0)
    return () => clearTimeout(timer)
  }, [moment])

  return moment !== null && passed === moment
}

const isOver = (moment: number | null): boolean => moment !== null && moment <= Date.now()
