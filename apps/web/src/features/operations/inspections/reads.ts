import { inspections } from '@drivesim/contract/operations/inspections/inspections'

/** Calls whose answers change with a plan or a checklist. */
export const planReads = [
  inspections.plans,
  inspections.planDevices,
  inspections.planChoices,
  inspections.checklists,
]

/** And with a stock-taking. */
export const stocktakeReads = [inspections.stocktakes, inspections.stocktake]
