import { data } from 'react-router'
import { NO_INDEX, titled } from '#web/features/shop-facts/head.ts'
import { NotFound } from '#web/layouts/failures/not-found.tsx'

export const meta = titled('Page Not Found', NO_INDEX)

export const loader = () => data(null, { status: 404 })
/** Navigation in the browser has no status to send. */
export const clientLoader = () => null

export default NotFound
