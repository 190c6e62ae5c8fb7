import { type ChartData, contract, type ValueType } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { implement } from '../../../platform/http/implement.ts'
import type { Module } from '../../../platform/module.ts'
import { requireSimulator } from '../devices/service.ts'
import { effectiveRate, failureTimeRate, moduleShare, usingPeople, usingTime } from './charts.ts'
import * as queries from './queries.ts'

/** A chart of a simulator that the caller may see. @throws Refusal notFound */
async function chart<Facts>(
  { db, scope }: SignedInCall,
  { simulatorId }: queries.SimulatorDays,
  facts: Promise<Facts>,
  draw: (facts: Facts) => ChartData,
): Promise<ChartData> {
  const [, found] = await Promise.all([requireSimulator(db, scope, simulatorId), facts])
  return draw(found)
}

function useByTime({ db, scope }: SignedInCall, asked: queries.SimulatorDays & { valueType: ValueType }) {
  const { valueType } = asked
  return valueType === 'hour'
    ? queries.useByHour(db, scope, asked)
    : queries.useByTime(db, scope, asked, valueType)
}

export const teachingModule: Module = {
  routes(app, services) {
    implement({ app, services }, 'teaching', contract.teaching, {
      effectiveRate: (asked, call) =>
        chart(call, asked, queries.useByDay(call.db, call.scope, asked), effectiveRate),
      failureTimeRate: (asked, call) =>
        chart(call, asked, queries.healthByDay(call.db, call.scope, asked), failureTimeRate),
      usingTime: (asked, call) => chart(call, asked, useByTime(call, asked), usingTime),
      usingPeople: (asked, call) => chart(call, asked, useByTime(call, asked), usingPeople),
      moduleTimeRate: (asked, call) =>
        chart(call, asked, queries.useByModule(call.db, call.scope, asked), modules =>
          moduleShare('使用时长占比', modules, 'seconds'),
        ),
      modulePeopleRate: (asked, call) =>
        chart(call, asked, queries.useByModule(call.db, call.scope, asked), modules =>
          moduleShare('使用人数占比', modules, 'people'),
        ),
      moduleTimesRate: (asked, call) =>
        chart(call, asked, queries.useByModule(call.db, call.scope, asked), modules =>
          moduleShare('学习次数占比', modules, 'times'),
        ),
    })
  },
}
