import { dayOf } from '#contract/period.ts'

/** The shop's day. */
export const today = (): string => dayOf(new Date())

export const isOver = (iso: string): boolean => new Date(iso) <= new Date()
