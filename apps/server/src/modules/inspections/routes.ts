import { contract, toPage } from '@drivesim/contract'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { checklistPage } from './checklist.queries.ts'
import * as checklists from './checklist.service.ts'
import { meters, plannedOnce } from './checks.queries.ts'
import { exportPlans, exportStocktake } from './export.ts'
import { inspectionTasks, startJobs } from './jobs.ts'
import { inspectionNames } from './names.ts'
import { planPage } from './plan.queries.ts'
import * as plans from './plan.service.ts'
import { planDevicePage, plansOfRoom, visitDays } from './planDevice.queries.ts'
import { startPlan } from './planned.service.ts'
import { inspectionsSeed } from './seed.ts'
import { stocktakePage } from './stocktake.queries.ts'
import * as stocktakes from './stocktake.service.ts'

export const inspectionsModule: Module = {
  logNames: [inspectionNames],
  checks: [meters, plannedOnce],
  seed: [inspectionsSeed],
  routes(app, services) {
    implement(app, services, 'inspections', contract.inspections, {
      plans: async (input, { db, scope }) => {
        const { rows, total } = await planPage(db, scope, input, input)
        return toPage(rows, total, input)
      },
      planExport: (input, { db, scope }) => exportPlans(db, scope, input),
      planDevices: async (input, { db, scope }) => {
        const { rows, total } = await planDevicePage(db, scope, input, input)
        return toPage(rows, total, input)
      },
      planChoices: ({ roomId }, { db, scope }) => plansOfRoom(db, scope, roomId),
      visits: (input, { db, scope }) => visitDays(db, scope, input),
      planSave: (input, call) => plans.savePlan(call, input),
      planSetEnabled: (input, call) => plans.setPlanEnabled(call, input),
      planStart: (input, call) => startPlan(services, call, input),
      checklists: async (input, { db, scope }) => {
        const { rows, total } = await checklistPage(db, scope, input, input)
        return toPage(rows, total, input)
      },
      checklistSave: (input, call) => checklists.saveChecklist(call, input),
      checklistSetEnabled: (input, call) => checklists.setChecklistEnabled(call, input),
      stocktakes: async (input, { db, scope }) => {
        const { rows, total } = await stocktakePage(db, scope, input, input)
        return toPage(rows, total, input)
      },
      stocktake: ({ stocktakeId }, call) => stocktakes.stocktakeInfo(call, stocktakeId),
      stocktakeExport: async ({ stocktakeId }, call) =>
        exportStocktake(await stocktakes.stocktakeInfo(call, stocktakeId)),
      stocktakeOpen: (input, call) => stocktakes.openStocktake(call, input),
      scan: (input, call) => stocktakes.scan(services.dataKeys, call, input),
      stocktakeClose: (input, call) => stocktakes.closeStocktake(call, input),
    })
  },
  tasks: inspectionTasks,
  start: async services => startJobs(services),
}
