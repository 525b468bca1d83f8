import { data, type MetaFunction } from 'react-router'
import { findShop } from '#web/layouts/head.ts'
import { NotFound } from '#web/layouts/not-found.tsx'

export const meta: MetaFunction = ({ matches }) => [
  { title: `Page Not Found | ${findShop(matches).shopName}` },
  { name: 'robots', content: 'noindex' },
]

export const loader = () => data(null, { status: 404 })
/** Inside the shop there is nobody to tell the status to. */
export const clientLoader = () => null

export default NotFound
