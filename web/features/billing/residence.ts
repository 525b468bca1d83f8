import { HOME_COUNTRY, type Billing } from '#contract/accounting/billing.ts'
import { listCountries, nameCountry } from '#contract/core/countries.ts'
import { STATES } from '#contract/core/tax/states.ts'

type Residence = Pick<Billing, 'country' | 'state'>

/** A residence as one value: a State of India such as IN-29, or a country such as NP. */
export const toResidence = ({ country, state }: Residence): string =>
  state ? `${country}-${state}` : country

export function fromResidence(residence: string): Residence {
  const [country = '', state = ''] = residence.split('-')
  return { country, state }
}

/** States of India, then all other countries. */
export const listResidences = () => [
  ...Object.entries(STATES)
    .map(([state, label]) => ({ value: toResidence({ country: HOME_COUNTRY, state }), label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
  ...listCountries()
    .filter((country) => country !== HOME_COUNTRY)
    .map((country) => ({ value: country, label: nameCountry(country) })),
]
