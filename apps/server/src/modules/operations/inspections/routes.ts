import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { checklistList } from './checklist.queries.ts'
import * as checklists from './checklist.service.ts'
import { meters, plannedOnce } from './checks.queries.ts'
import { exportStocktake, planFile } from './export.ts'
import { inspectionNames } from './names.ts'
import { planList } from './plan.queries.ts'
import * as plans from './plan.service.ts'
import { planDeviceList, plansOfRoom, visitDays } from './planDevice.queries.ts'
import { startPlan } from './planned.service.ts'
import { inspectionsSeed } from './seed.ts'
import { stocktakeList } from './stocktake.queries.ts'
import * as stocktakes from './stocktake.service.ts'
import { inspectionTasks, startTasks } from './tasks.ts'

export const inspectionsModule: Module = {
  logNames: [inspectionNames],
  checks: [meters, plannedOnce],
  seed: [inspectionsSeed],
  routes(app, services) {
    implement({ app, services }, 'inspections', contract.inspections, {
      plans: pages(planList),
      planExport: files('保养计划', planList, planFile),
      planDevices: pages(planDeviceList),
      planChoices: ({ roomId }, { db, scope }) => plansOfRoom(db, scope, roomId),
      visits: (input, { db, scope }) => visitDays(db, scope, input),
      savePlan: (input, call) => plans.savePlan(call, input),
      setPlanEnabled: (input, call) => plans.setPlanEnabled(call, input),
      startPlan: (input, call) => startPlan(services, call, input),
      checklists: pages(checklistList),
      saveChecklist: (input, call) => checklists.saveChecklist(call, input),
      setChecklistEnabled: (input, call) => checklists.setChecklistEnabled(call, input),
      stocktakes: pages(stocktakeList),
      stocktake: ({ stocktakeId }, call) => stocktakes.stocktakeInfo(call, stocktakeId),
      stocktakeExport: async ({ stocktakeId }, call) =>
        exportStocktake(await stocktakes.stocktakeInfo(call, stocktakeId)),
      openStocktake: (input, call) => stocktakes.openStocktake(call, input),
      scan: (input, call) => stocktakes.scan(services.dataKeys, call, input),
      closeStocktake: (input, call) => stocktakes.closeStocktake(call, input),
    })
  },
  tasks: inspectionTasks,
  start: async services => startTasks(services),
}
