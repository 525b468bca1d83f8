import { useSuspenseQuery } from '@tanstack/react-query'
import { MANUAL } from '#contract/catalogue/sources.ts'
import { listSuppliers, type DeliverySource } from '#contract/catalogue/suppliers/suppliers.ts'
import { query } from '#web/api/call.ts'

export type Source = Pick<DeliverySource, 'name' | 'title' | 'hints' | 'findsPlayers'>

/** Sources of packs that the shop has: its suppliers, then the people who deliver by hand. */
export const useSources = (): Source[] => useSuspenseQuery(query(listSuppliers, {})).data.providers

/** A source by its name. One that the shop no longer has is shown by its name. */
export const findSource = (sources: Source[], name: string): Source =>
  sources.find((source) => source.name === name) ?? {
    name,
    title: name,
    hints: { game: '', region: '', product: '' },
    findsPlayers: false,
  }

export const suppliersOf = (sources: Source[]): Source[] =>
  sources.filter(({ name }) => name !== MANUAL)

/** Options of a field that chooses a source. A chosen source that the shop no longer has stays an option. */
export const toOptions = (sources: Source[], chosen: string): { value: string; label: string }[] =>
  [...new Set([...sources.map(({ name }) => name), chosen])].map((value) => ({
    value,
    label: findSource(sources, value).title,
  }))
