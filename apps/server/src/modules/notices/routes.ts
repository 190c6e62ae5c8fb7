import { contract, type NoticeChannel, type ParsedOf, toPage } from '@drivesim/contract'
import type { SignedInCall } from '../../platform/http/call.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Module } from '../../platform/module.ts'
import { startJobs } from './jobs.ts'
import { noticeNames } from './names.ts'
import { devicePage, deviceTotal } from './queries.ts'
import { ignoreDevices, readTable, requireIgnoringConfig, saveRow, stopIgnoring } from './service.ts'

type Paging = ParsedOf<typeof contract.notices.system>
type DevicesInput = ParsedOf<typeof contract.notices.ignoredDevices>

const table =
  (channel: NoticeChannel) =>
  async ({ pageNum, pageSize }: Paging, { db, person }: SignedInCall) => {
    const rows = await readTable(db, person.id, channel)
    const shown = rows.slice(pageNum * pageSize, (pageNum + 1) * pageSize)
    return toPage(shown, rows.length, { pageNum, pageSize })
  }

const devices =
  (ignored: boolean) =>
  async ({ pageNum, pageSize, ...asked }: DevicesInput, call: SignedInCall) => {
    await requireIgnoringConfig(call, asked.configId)
    const { db, scope } = call
    const filter = { ...asked, ignored }
    const [rows, total] = await Promise.all([
      devicePage(db, scope, filter, { pageNum, pageSize }),
      deviceTotal(db, scope, filter),
    ])
    return toPage(rows, total, { pageNum, pageSize })
  }

/** What a person wants to be told, and the engine that tells it (product §8). */
export const noticesModule: Module = {
  logNames: [noticeNames],
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
  async start(services) {
    return services.config.notices ? startJobs(services) : { stop: async () => undefined }
  },
}
