import {
  contract,
  errors,
  longestUsingRecords,
  type Option,
  refuse,
  simulatorState,
  simulatorStates,
  toPage,
} from '@drivesim/contract'
import { actOnOne } from '../../platform/http/act.ts'
import type { SignedInCall } from '../../platform/http/call.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { simulatorBulk } from './bulk.service.ts'
import { simulatorCounts } from './checks.queries.ts'
import * as choices from './choices.queries.ts'
import { readCommunication } from './communication.queries.ts'
import { listCommands, listFaults, listIntervals } from './detail.queries.ts'
import { exportFaults, exportSessions, exportSimulators } from './export.ts'
import { findSimulators } from './find.queries.ts'
import { makeLabel, simulatorOfLabel } from './label.service.ts'
import { listPage, listTotal } from './list.queries.ts'
import { commandLive, simulatorLive } from './live.service.ts'
import { deviceNames } from './names.ts'
import { simulatorNotices } from './notices.service.ts'
import * as school from './school.service.ts'
import { devicesSeed } from './seed.ts'
import * as service from './service.ts'
import { sessionPage, sessionsOfDays } from './sessions.queries.ts'
import { deviceTodos } from './todos.service.ts'
import * as use from './use.queries.ts'

const states = simulatorState.options.map(stateId => ({ stateId, stateName: simulatorStates[stateId] }))

/** The options of each select box that filters and forms of simulators have. */
const optionsOf = {
  organ: async ({ db, scope }) =>
    (await choices.organisationsWithDevices(db, scope)).map(({ organizationId, name }) => ({
      value: organizationId,
      label: name,
    })),
  room: ({ db, scope }) => choices.rooms(db, scope),
  state: async () => states.map(({ stateId, stateName }) => ({ value: stateId, label: stateName })),
  model: async ({ db, scope }) =>
    (await choices.models(db, scope)).map(model => ({ value: model, label: model })),
} satisfies Record<string, (call: SignedInCall) => Promise<Option[]>>

/** What happened on a simulator, for those who may see the simulator. @throws Refusal notFound */
async function factsOf<Facts>({ db, scope }: SignedInCall, simulatorId: number, facts: Promise<Facts>) {
  const [, found] = await Promise.all([service.requireSimulator(db, scope, simulatorId), facts])
  return found
}

import { deviceSearch } from './search.service.ts'

export const devicesModule: Module = {
  logNames: [deviceNames],
  checks: [simulatorCounts],
  home: deviceTodos,
  seed: [devicesSeed],
  live: [simulatorLive, commandLive],
  notices: [simulatorNotices],
  bulk: simulatorBulk,
  search: [deviceSearch],
  routes(app, services) {
    implement(app, services, 'devices', contract.devices, {
      list: async (input, { db, scope }) => {
        const [rows, total] = await Promise.all([
          listPage(db, scope, input, input),
          listTotal(db, scope, input),
        ])
        return toPage(rows, total, input)
      },
      find: ({ paramValue }, { db, scope }) => findSimulators(db, scope, paramValue ?? ''),
      export: (input, { db, scope }) => exportSimulators(db, scope, input),
      baseInfo: ({ simulatorId }, { db, scope }) => service.requireSimulator(db, scope, simulatorId),
      usingInfo: ({ simulatorId, startDate, endDate }, call) =>
        factsOf(
          call,
          simulatorId,
          use.readUse(call.db, call.scope, use.ofSimulator(simulatorId), { first: startDate, last: endDate }),
        ),
      latestWeekInfo: async ({ simulatorId }, call) => {
        const week = await use.latestDays(call.db, 7)
        const read = use.readUse(call.db, call.scope, use.ofSimulator(simulatorId), week)
        return factsOf(call, simulatorId, read)
      },
      schoolUse: ({ schoolId }, { db, scope }) => school.schoolUse(db, scope, schoolId),
      schoolUsePage: async ({ schoolId, ...paging }, { db, scope }) => {
        const { rows, total } = await school.schoolUsePage(db, scope, schoolId, paging)
        return toPage(rows, total, paging)
      },
      schoolUseExport: ({ schoolId }, { db, scope }) => school.exportSchoolUse(db, scope, schoolId),
      sessions: async (input, call) => {
        const page = sessionPage(call.db, call.scope, input, input)
        const { rows, total } = await factsOf(call, input.simulatorId, page)
        return toPage(rows, total, input)
      },
      sessionExport: async (filter, { db, scope }) => {
        await service.requireSimulator(db, scope, filter.simulatorId)
        return exportSessions(db, scope, filter)
      },
      faultExport: async ({ simulatorId }, { db, scope }) => {
        await service.requireSimulator(db, scope, simulatorId)
        return exportFaults(db, scope, simulatorId)
      },
      faults: async (input, call) => {
        const { rows, total } = await factsOf(
          call,
          input.simulatorId,
          listFaults(call.db, call.scope, input.simulatorId, input),
        )
        return toPage(rows, total, input)
      },
      intervals: ({ simulatorId }, call) =>
        factsOf(call, simulatorId, listIntervals(call.db, call.scope, simulatorId)),
      commands: ({ simulatorId }, call) =>
        factsOf(call, simulatorId, listCommands(call.db, call.scope, simulatorId)),
      communication: ({ simulatorId }, call) =>
        factsOf(call, simulatorId, readCommunication(call.db, call.scope, simulatorId)),

      add: (input, call) => service.addSimulator(services, call, input),
      modify: (input, call) => service.modifySimulator(services, call, input),
      addOrUpdate: ({ simulatorId, ...form }, call) =>
        simulatorId === undefined
          ? service.addSimulator(services, call, form)
          : service.modifySimulator(services, call, { ...form, simulatorId }),
      move: ({ simulatorId, ...to }, call) => actOnOne(service.moving, services, call, simulatorId, to),
      setEnabled: ({ simulatorId, ...to }, call) =>
        actOnOne(service.switching, services, call, simulatorId, to),
      renewKey: (input, call) => service.renewKey(services, call, input),
      command: (input, call) => service.sendCommand(services, call, input),

      qrCode: ({ simulatorId }, { db, scope, origin }) =>
        makeLabel(db, scope, {
          simulatorId,
          baseUrl: services.config.publicUrl ?? origin,
          dataKeys: services.dataKeys,
        }),
      ofLabel: (input, { db, scope }) =>
        simulatorOfLabel(db, scope, { ...input, dataKeys: services.dataKeys }),

      offlineDefaults: (_input, { db }) => choices.offlineDefaults(db),
      organisations: (_input, { db, scope }) => choices.organisationsWithDevices(db, scope),
      states: () => states,
      choices: async ({ queryTypes }, call) => {
        const wanted = [...new Set(queryTypes)]
        const options = await Promise.all(
          wanted.map(async type => [type, await optionsOf[type](call)] as const),
        )
        return Object.fromEntries(options)
      },
      maps: (_input, { db }) => choices.maps(db),
      cars: (_input, { db, scope }) => choices.cars(db, scope),
      usingRecords: async ({ simulatorId, beginDate, endDate }, call) => {
        const days = { first: beginDate, last: endDate }
        const most = longestUsingRecords + 1
        const records = await factsOf(
          call,
          simulatorId,
          sessionsOfDays(call.db, call.scope, simulatorId, days, most),
        )
        if (records.length === most) throw refuse(errors.tooManyRecords, longestUsingRecords)
        return records
      },
    })
  },
}
