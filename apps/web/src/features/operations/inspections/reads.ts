import { inspections } from '@drivesim/contract/operations/inspections/inspections'

/** Calls to read again when a plan or a checklist changes. */
export const planReads = [
  inspections.plans,
  inspections.planDevices,
  inspections.planChoices,
  inspections.checklists,
]

/** And with a stock-taking. */
export const stocktakeReads = [inspections.stocktakes, inspections.stocktake]
