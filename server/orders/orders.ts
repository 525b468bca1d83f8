export { hasOpenOrder } from './change-sql.ts'
