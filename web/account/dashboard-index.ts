import { redirect } from 'react-router'
import { paths } from '#web/paths.ts'

export const loader = () => redirect(paths.dashboard)
export const clientLoader = loader
