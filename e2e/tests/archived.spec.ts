import { withArchivedSessions } from '../support/archivedSessions.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const said = '更早的记录已归档'

test('lists of sessions end where the archive begins: of a device, of the board, of a student', async ({
  page,
  api,
}) => {
  const { device, studentId, beginDate, endDate } = await withArchivedSessions(api)
  const { pane } = shell(page)
  await open(page, `/device/deviceDetail?simulatorId=${device.simulatorId}`)
  const records = pane.getByRole('region', { name: '训练记录' })
  await expect(records).toContainText(said)
  await expect(records).toContainText('共 1 条')

  const list = `/appUseAmount?by=list&organId=${device.organId}&beginDate=${beginDate}&endDate=${endDate}`
  await open(page, list)
  const facts = pane.getByRole('region', { name: '应用使用次数名单' })
  await expect(facts).toContainText(said)
  // The figure counts both, the list has one.
  await expect(facts.getByRole('row').filter({ hasText: device.sn })).toHaveCount(1)

  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/student/studentDetail?userId=${studentId}`)
  const lessons = pane.getByRole('region', { name: '训练记录' })
  await lessons.scrollIntoViewIfNeeded()
  await expect(lessons).toContainText(said)
})
