import { redirect } from 'react-router'
import { paths } from '#web/paths.ts'

export const clientLoader = () => redirect(paths.dashboard)
