import { contract, type NoticeChannel, type NoticeConfig, type SimulatorRow } from '@drivesim/contract'
import type { SignedInCall } from '../../../platform/http/call.ts'
import { implement } from '../../../platform/http/implement.ts'
import { type PagedList, pages } from '../../../platform/lists/list.ts'
import type { Module } from '../../../platform/module.ts'
import { noticeNames } from './names.ts'
import { type DeviceFilter, devices } from './queries.ts'
import { noticesSeed } from './seed.ts'
import { ignoreDevices, readTable, requireIgnoringConfig, saveRow, stopIgnoring } from './service.ts'
import { noticeTasks, startTasks } from './tasks.ts'

/** A person's own table of one channel; it has few rows. */
const table = (channel: NoticeChannel): PagedList<unknown, NoticeConfig, undefined, SignedInCall> => ({
  async page({ db, person }, _filter, { pageNum, pageSize }) {
    const rows = await readTable(db, person.id, channel)
    const first = pageNum * pageSize
    return { rows: rows.slice(first, first + pageSize), total: rows.length, sum: undefined }
  },
})

/** Devices by a row of one's own table. */
const ofOwn = (
  list: typeof devices.ignored,
): PagedList<DeviceFilter, SimulatorRow, undefined, SignedInCall> => ({
  async page(call, filter, paging) {
    await requireIgnoringConfig(call, filter.configId)
    return list.page(call, filter, paging)
  },
})

/** What a person wants to be told, and the engine that tells it. */
export const noticesModule: Module = {
  logNames: [noticeNames],
  seed: [noticesSeed],
  routes(app, services) {
    implement({ app, services }, 'notices', contract.notices, {
      system: pages(table('system')),
      email: pages(table('email')),
      sms: pages(table('sms')),
      saveSystem: (form, call) => saveRow(call, 'system', form),
      saveEmail: (form, call) => saveRow(call, 'email', form),
      saveSms: (form, call) => saveRow(call, 'sms', form),
      ignoredDevices: pages(ofOwn(devices.ignored)),
      otherDevices: pages(ofOwn(devices.other)),
      stopIgnoring: (input, call) => stopIgnoring(call, input),
      ignore: (input, call) => ignoreDevices(call, input),
    })
  },
  tasks: noticeTasks,
  async start(services) {
    return services.config.notices ? startTasks(services) : { stop: async () => undefined }
  },
}
