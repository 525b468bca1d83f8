import type { ReactNode } from 'react'

type CardProps = { title?: string; children: ReactNode; className?: string }

export const Card = ({ title, children, className = '' }: CardProps) => (
  <section className={`facet border border-line bg-stall p-5 shadow-low sm:p-6 ${className}`}>
    {title && <h2 className="mb-4 text-xl">{title}</h2>}
    {children}
  </section>
)
