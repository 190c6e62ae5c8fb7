import type { Module } from '../../../platform/module.ts'
import { ledgerChecks } from './checks.queries.ts'

/** It has no calls of its own: what is posted stands on the pages of orders, refunds and bills. */
export const ledgerModule: Module = { checks: ledgerChecks }
