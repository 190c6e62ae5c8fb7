import { contract, type NoticeChannel, type Paging, type ParsedOf, toPage } from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { noticeTasks, startJobs } from './jobs.ts'
import { noticeNames } from './names.ts'
import { devicePage, deviceTotal } from './queries.ts'
import { noticesSeed } from './seed.ts'
import { ignoreDevices, readTable, requireIgnoringConfig, saveRow, stopIgnoring } from './service.ts'

type DevicesInput = ParsedOf<typeof contract.notices.ignoredDevices>

const table =
  (channel: NoticeChannel) =>
  async (paging: Paging, { db, person }: SignedInCall) => {
    const { pageNum, pageSize } = paging
    const rows = await readTable(db, person.id, channel)
    return toPage(rows.slice(pageNum * pageSize, (pageNum + 1) * pageSize), rows.length, paging)
  }

const devices = (ignored: boolean) => async (input: DevicesInput, call: SignedInCall) => {
  await requireIgnoringConfig(call, input.configId)
  const { db, scope } = call
  const filter = { ...input, ignored }
  const [rows, total] = await Promise.all([
    devicePage(db, scope, filter, input),
    deviceTotal(db, scope, filter),
  ])
  return toPage(rows, total, input)
}

/** What a person wants to be told, and the engine that tells it. */
export const noticesModule: Module = {
  logNames: [noticeNames],
  seed: [noticesSeed],
  routes(app, services) {
    implement(app, services, 'notices', contract.notices, {
      system: table('system'),
      email: table('email'),
      sms: table('sms'),
      saveSystem: (form, call) => saveRow(call, 'system', form),
      saveEmail: (form, call) => saveRow(call, 'email', form),
      saveSms: (form, call) => saveRow(call, 'sms', form),
      ignoredDevices: devices(true),
      otherDevices: devices(false),
      stopIgnoring: (input, call) => stopIgnoring(call, input),
      ignore: (input, call) => ignoreDevices(call, input),
    })
  },
  tasks: noticeTasks,
  async start(services) {
    return services.config.notices ? startJobs(services) : { stop: async () => undefined }
  },
}
