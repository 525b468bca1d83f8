import { redirect } from 'react-router'
import { paths } from '#web/paths.ts'

/** Whatever the sidebar does not know leads to its first entry. */
export const loader = () => redirect(paths.admin)
export const clientLoader = loader
