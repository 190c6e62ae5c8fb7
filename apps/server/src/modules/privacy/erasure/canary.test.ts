import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { contract, errors, longFile } from '@drivesim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import { until } from '../../../../test/device.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { idNumberOf } from '../../../../test/idNumber.ts'
import { removeOld } from '../../tools/exports/service.ts'
import { exportStore } from '../../tools/exports/storage.ts'

// Somebody whom nothing else is called like: sought in every line of the log, and in every file of the data folder.

const { exports, jobs, persons, privacyRequests, search, students } = contract
const canary = {
  userName: '甘棠梨',
  userPhone: '17199990731',
  idNumber: idNumberOf(321, '19910203'),
  gearType: 'C1',
} as const
const traces = [canary.userName, canary.userPhone, canary.idNumber, canary.idNumber.slice(6, 14)]

const lines: string[] = []
let app: TestApp
let clerk: Client
let studentId: number
beforeAll(async () => {
  const logTo = new Writable({
    write(line, _encoding, written) {
      lines.push(String(line))
      written()
    },
  })
  app = await testApp({ EXPORT_ROWS: '0', LOG_LEVEL: 'trace' }, undefined, logTo)
  const schoolId = await makeOrganisation(app.services.pool)
  clerk = await app.signedIn({ codes: ['student:edit', 'student:reveal'], organs: [schoolId] })
  const { data } = await clerk.call(students.add, { ...canary, schoolId })
  studentId = data.userId
})
afterAll(() => app.close())

/** Files with a trace, packed ones too. */
function filesWith(folder = app.services.config.dataDir): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesWith(path)
    const bytes = readFileSync(path)
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    return traces.some(trace => text.includes(trace)) ? [path] : []
  })
}

test('whatever is done with them, nothing of them is in a line of the log', async () => {
  const { userName, userPhone, idNumber } = canary
  await clerk.call(students.list, { paramValue: userPhone })
  await clerk.call(search.records, { text: userName })
  await clerk.call(students.reveal, { userId: studentId, reason: `${userName}来电核对` })
  // What is refused by its form, by a rule, and by what stands there already.
  for (const wrong of [
    { gearType: userName },
    { userPhone: `${userPhone}0` },
    { idNumber: `${idNumber.slice(0, 17)}A` },
    { schoolId: idNumber },
  ])
    expect((await clerk.send(students.add, { ...canary, ...wrong })).code).not.toBe(0)
  await app.app.inject(`/nowhere?userName=${encodeURIComponent(userName)}&idNumber=${idNumber}`)
  await app.app.inject({ method: 'POST', url: '/dm-api/oauth/token', payload: `username=${userPhone}` })
  const log = lines.join('')
  expect(log).toContain(students.add.path)
  for (const trace of [...traces, encodeURIComponent(userName)]) expect(log).not.toContain(trace)
})

test('a file that was written for somebody is had by nobody once they are erased, and is removed', async () => {
  const { jobId } = longFile.parse((await clerk.call(students.export, { paramValue: canary.userName })).data)
  await until('written', async () => {
    const [job] = (await clerk.call(jobs.list, { jobId })).data.dataList
    return job?.finishedAt ?? undefined
  })
  expect(filesWith()).toMatchObject([expect.stringContaining('exports')])

  const [asker, decider] = [
    await app.signedIn({ codes: ['system:privacy'] }),
    await app.signedIn({ codes: ['system:privacy'] }),
  ]
  await clerk.call(students.enrol, { userId: studentId, kind: 'leave' })
  const { data } = await asker.call(persons.erase, { studentId, wish: '本人要求注销', proof: 'inPerson' })
  expect(
    await decider.call(privacyRequests.decide, {
      requestId: data.requestId,
      accept: true,
      answer: '核对无误',
    }),
  ).toMatchObject({ code: 0 })
  expect(await clerk.send(exports.file, { jobId })).toMatchObject({ code: errors.exportExpired.code })
  await removeOld(app.services, exportStore(app.services.files))
  expect(filesWith()).toEqual([])
})
