import { dayOf } from '#contract/core/period.ts'

/** Today in the shop's time zone. */
export const today = (): string => dayOf(new Date())

export const isOver = (iso: string): boolean => new Date(iso) <= new Date()
