import { useEffect, useState } from 'react'

/** True while any part of the element with this id is on screen. Initially true. */
export function useInView(id: string): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry!.isIntersecting), {
      rootMargin: '-80px 0px -140px 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return isInView
}
