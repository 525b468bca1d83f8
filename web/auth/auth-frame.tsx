import type { ReactNode } from 'react'
import { ChosenPack } from './chosen-pack.tsx'

type AuthFrameProps = { title: string; lead: string; children: ReactNode; more?: ReactNode }

export const AuthFrame = ({ title, lead, children, more }: AuthFrameProps) => (
  <>
    <h1 className="text-3xl">{title}</h1>
    <p className="mt-2 mb-6 text-soft">{lead}</p>
    <ChosenPack />
    {children}
    {more && <div className="mt-7 grid gap-2 text-soft">{more}</div>}
  </>
)
