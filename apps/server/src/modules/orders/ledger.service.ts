/** For the domains whose changes are posted too. */
export { post } from './ledger.queries.ts'
