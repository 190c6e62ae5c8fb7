import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bills, errors } from '@drivesim/contract'
import { expect, test } from 'vitest'
import { beforeEachTest, type Client, type TestApp } from '../../../../test/app.ts'
import { query } from '../../../../test/database.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { pdf } from '../../../../test/pdfs.ts'
import { attachmentStore, filesPerDay } from '../../tools/attachments/upload.service.ts'
import { missingAttachments, removeUnused } from './attachment.service.ts'

// How files that are attached to bills are kept, and until when.

let app: TestApp
let checker: Client & { memberId: number }
beforeEachTest(async built => {
  app = built
  const school = await makeOrganisation(app.services.pool)
  checker = await app.signedIn({ codes: ['finance', 'finance:accCheck'], organs: [school] })
  await rows(
    `insert into bill (no, school_id, month, state, issued_on, due_on, digest)
     values ('ZD-一', $1, '2026-01-01', 'toCheck', '2026-02-01', '2026-02-15', 'x')`,
    [school],
  )
  rmSync(folder(), { recursive: true, force: true })
})

const rows = (sql: string, values: unknown[] = []) => query(app.database.ownerUrl, sql, values)
const folder = () => join(app.services.config.dataDir, 'attachments')
const upload = async () => {
  const { data } = await checker.send(bills.uploadAttachment, { file: pdf() })
  return (data as { attachmentId: number }).attachmentId
}

test('they are for the account alone that the server runs under', async () => {
  await upload()
  const paths = [folder(), ...readdirSync(folder()).map(name => join(folder(), name))]
  const modes = () => paths.map(path => statSync(path).mode & 0o777)
  expect(modes()).toEqual([0o700, 0o600])
  for (const path of paths) chmodSync(path, 0o755)
  await attachmentStore(app.services.files).close()
  expect(modes()).toEqual([0o700, 0o600])
})

test('what no entry took goes after a day; what one has stays, and is missed', async () => {
  const [unused, used] = [await upload(), await upload()]
  const [{ id = 0 } = {}] = (await rows('select id::int from bill')) as { id: number }[]
  const attachments = [{ attachmentId: used, name: '说明.pdf' }]
  await checker.call(bills.object, { billId: id, reason: '少计一单', attachments })
  const store = attachmentStore(app.services.files)
  await removeUnused(app.services, store)
  expect(readdirSync(folder())).toHaveLength(2)
  await rows(`update bill_attachment set uploaded_at = now() - interval '25 hours'`)
  await removeUnused(app.services, store)
  expect((await checker.send(bills.attachmentUrl, { attachmentId: unused })).code).toBe(errors.notFound.code)
  const [file = ''] = readdirSync(folder())
  expect(readdirSync(folder())).toEqual([file])
  expect(await missingAttachments(app.services.db, app.services.files)).toEqual([])
  await store.remove(file)
  expect(await missingAttachments(app.services.db, app.services.files)).toEqual([file])
})

test('a day has room for so many and no more', async () => {
  await rows(
    `insert into bill_attachment (file, bytes, member_id)
     select lpad(n::text, 32, 'x') || '.pdf', 1, $1 from generate_series(1, $2::int) n`,
    [checker.memberId, filesPerDay],
  )
  const { msg } = await checker.send(bills.uploadAttachment, { file: pdf() })
  expect(msg).toBe('今天上传的附件已到上限（200 个），明天 0 点起可以继续上传')
  await rows(`update bill_attachment set uploaded_at = now() - interval '1 day'`)
  expect((await checker.send(bills.uploadAttachment, { file: pdf() })).code).toBe(0)
})
