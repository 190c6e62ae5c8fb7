import type { TestApp } from './app.ts'

/** The limit below which refunds need nobody else's word, in force at once: a raise would want another person, and a day. */
export async function setLimit({ services }: TestApp, limit: number): Promise<void> {
  await services.pool.query('update finance_setting set approval_limit = $1', [limit])
}
