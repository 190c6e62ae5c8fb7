import { contract } from '@drivesim/contract'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { readFindings, readHeat, readPassRate } from './blocks.service.ts'
import { exportBoard } from './board.export.ts'
import { exportFigure } from './export.ts'
import { readList } from './list.service.ts'
import { inArea } from './places.service.ts'
import { readDetail, readOverview, readRanking, readTrendOf } from './service.ts'

/** 数据看板: what the figures say, and the way from each to its rows. */
export const dashboardModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'dashboard', contract.dashboard, {
      overview: (input, call) => readOverview(call, input),
      trend: (input, call) => readTrendOf(call, input),
      ranking: (input, call) => readRanking(call, input),
      detail: async (input, call) => readDetail(...(await inArea(call, input))),
      people: async (input, call) => readList(...(await inArea(call, input))),
      export: async (input, call) => exportFigure(...(await inArea(call, input))),
      boardExport: (input, call) => exportBoard(call, input),
      heat: ({ organId }, { db, scope }) => readHeat(db, scope, organId),
      passRate: ({ organId }, { db, scope }) => readPassRate(db, scope, organId),
      findings: ({ organId }, { db, scope }) => readFindings(db, scope, organId),
    })
  },
}
