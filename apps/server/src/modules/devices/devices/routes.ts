import {
  contract,
  type devices,
  errors,
  longestUsingRecords,
  type Option,
  type ParsedOf,
  refuse,
  simulatorState,
  simulatorStates,
} from '@drivesim/contract'
import type { Scope } from '../../../platform/auth/scope.ts'
import { actOnOne } from '../../../platform/http/act.ts'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { implement } from '../../../platform/http/implement.ts'
import { files, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { simulatorBulk } from './bulk.service.ts'
import { simulatorCounts } from './checks.queries.ts'
import * as choices from './choices.queries.ts'
import { deviceComments } from './comments.service.ts'
import { readCommunication, readWatched } from './communication.queries.ts'
import { faults, listCommands, listIntervals } from './detail.queries.ts'
import { deviceEvents } from './events.service.ts'
import { faultFile, sessionFile, simulatorFile, usageFile } from './export.ts'
import { findSimulators } from './find.queries.ts'
import { importDevices } from './import.service.ts'
import { makeLabel, simulatorOfLabel } from './label.service.ts'
import { simulators } from './list.queries.ts'
import { commandLive, simulatorLive } from './live.service.ts'
import { deviceNames } from './names.ts'
import { simulatorNotices } from './notices.service.ts'
import * as school from './school.service.ts'
import { deviceSearch } from './search.service.ts'
import { devicesSeed } from './seed.ts'
import * as service from './service.ts'
import { archivedUntil, sessions, sessionsOfDays } from './sessions.queries.ts'
import { deviceTodos } from './todos.service.ts'
import * as use from './use.queries.ts'
import { watch } from './watch.service.ts'

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

/** A page of a simulator's sessions, and where older ones are archived. */
async function sessionPage(input: ParsedOf<typeof devices.sessions>, call: SignedInCall) {
  const page = await pages(sessions)(input, call)
  return { ...page, archivedUntil: await archivedUntil(call.db, call.scope, input) }
}

/** The options of the select boxes that are asked for. */
async function readOptions({ queryTypes }: ParsedOf<typeof devices.choices>, call: SignedInCall) {
  const wanted = [...new Set(queryTypes)]
  const options = await Promise.all(wanted.map(async type => [type, await optionsOf[type](call)] as const))
  return Object.fromEntries(options)
}

/** What happened on a simulator, for those who may see the simulator. @throws Refusal notFound */
async function factsOf<Facts>({ db, scope }: SignedInCall, simulatorId: number, facts: Promise<Facts>) {
  const [, found] = await Promise.all([service.requireSimulator(db, scope, simulatorId), facts])
  return found
}

/** Makes a handler one of a simulator, for those who may see the simulator. */
const ofOne =
  <Input extends { simulatorId: number }, Facts>(
    answer: (input: Input, call: SignedInCall) => Facts | Promise<Facts>,
  ) =>
  (input: Input, call: SignedInCall) =>
    factsOf(call, input.simulatorId, Promise.resolve(answer(input, call)))

/** The same of what is asked by the simulator alone. */
const byId = <Facts>(read: (db: Db, scope: Scope, simulatorId: number) => Promise<Facts>) =>
  ofOne(({ simulatorId }: { simulatorId: number }, { db, scope }) => read(db, scope, simulatorId))

/** The sessions of some days. @throws Refusal notFound, tooManyRecords */
async function readUsingRecords(
  { simulatorId, beginDate, endDate }: ParsedOf<typeof devices.usingRecords>,
  call: SignedInCall,
) {
  const most = longestUsingRecords + 1
  const asked = { simulatorId, first: beginDate, last: endDate, most }
  const records = await factsOf(call, simulatorId, sessionsOfDays(call.db, call.scope, asked))
  if (records.length === most) throw refuse(errors.tooManyRecords, longestUsingRecords)
  return records
}

export const devicesModule: Module = {
  logNames: [deviceNames],
  comments: [deviceComments.comments],
  checks: [simulatorCounts],
  home: deviceTodos,
  seed: [devicesSeed],
  live: [simulatorLive, commandLive, deviceComments.live],
  events: deviceEvents,
  notices: [simulatorNotices, deviceComments.notices],
  bulk: simulatorBulk,
  search: [deviceSearch],
  routes(app, services) {
    implement({ app, services }, 'devices', contract.devices, {
      list: pages(simulators),
      find: ({ paramValue }, { db, scope }) => findSimulators(db, scope, paramValue ?? ''),
      export: files('设备列表', simulators, simulatorFile),
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
      schoolUsePage: async (input, call) =>
        pages(await school.useBySimulator(call.db, call.scope, input.schoolId))(input, call),
      schoolUseExport: async (input, call) => {
        const use = await school.useBySimulator(call.db, call.scope, input.schoolId)
        return files('设备使用情况', use, usageFile)(input, call)
      },
      sessions: ofOne(sessionPage),
      sessionExport: ofOne(files('训练记录', sessions, sessionFile)),
      faults: ofOne(pages(faults)),
      faultExport: ofOne(files('故障记录', faults, faultFile)),
      intervals: byId(listIntervals),
      commands: byId(listCommands),
      communication: byId(readCommunication),
      watch: (input, call) => watch(services, call, input),
      watched: byId(readWatched),

      add: (input, call) => service.addSimulator(services, call, input),
      import: (input, call) => importDevices(services, call, input),
      modify: (input, call) => service.modifySimulator(services, call, input),
      addOrUpdate: ({ simulatorId, ...form }, call) =>
        simulatorId === undefined
          ? service.addSimulator(services, call, form)
          : service.modifySimulator(services, call, { ...form, simulatorId }),
      move: ({ simulatorId, ...to }, call) =>
        actOnOne(service.moveAct, services, call, { id: simulatorId, input: to }),
      setEnabled: ({ simulatorId, ...to }, call) =>
        actOnOne(service.setEnabledAct, services, call, { id: simulatorId, input: to }),
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
      choices: readOptions,
      maps: (_input, { db }) => choices.maps(db),
      cars: (_input, { db, scope }) => choices.cars(db, scope),
      usingRecords: readUsingRecords,
    })
  },
}
