import { commentCalls, roles } from '@drivesim/contract'
import { newDevice } from '../support/devices.ts'
import { newMember } from '../support/people.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('a colleague is mentioned by the keyboard alone; who comes from the message stands at the comment', async ({
  page,
  api,
}) => {
  const device = await newDevice(api)
  const { simulatorId } = device
  const { roleId } = await api.call(roles.add, { roleName: `看设备 ${device.sn}`, codes: ['device'] })
  const { name } = await newMember(api, { place: device, roleIds: [roleId] })
  const subjectId = simulatorId
  const { commentId } = await api.call(commentCalls.device.add, { subjectId, text: '最早的一条' })
  for (let n = 1; n <= 25; n++) await api.call(commentCalls.device.add, { subjectId, text: `第 ${n} 条` })

  await open(page, `/device/deviceDetail?simulatorId=${simulatorId}&comment=${commentId}`)
  const { pane } = shell(page)
  const comments = pane.getByRole('region', { name: '评论' })
  const asked = comments.getByRole('listitem').filter({ hasText: '最早的一条' })
  await expect(asked).toBeFocused()
  await expect(asked).toBeInViewport({ ratio: 1 })

  const box = comments.getByRole('textbox', { name: '评论' })
  await box.focus()
  await page.keyboard.type(`请 @${name}`)
  await expect(page.getByText(`${name} · ${device.organName}`)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('看一下头显')
  await page.keyboard.press('Control+Enter')
  const newest = comments.getByRole('listitem').first()
  await expect(newest).toContainText(`请 @${name} 看一下头显`)
  await expect(box).toHaveValue('')
  const [kept] = (await api.call(commentCalls.device.list, { subjectId })).comments
  expect(kept?.mentions).toMatchObject([{ name }])

  await newest.getByRole('button', { name: '删除' }).click()
  await page.getByRole('button', { name: '删除评论' }).click()
  await expect(newest).toContainText('评论人删除了这条评论')
})

test('what a colleague says comes to an open page by itself', async ({ page, api }) => {
  const { simulatorId } = await newDevice(api)
  await open(page, `/device/deviceDetail?simulatorId=${simulatorId}`)
  const comments = shell(page).pane.getByRole('region', { name: '评论' })
  await expect(comments).toContainText('还没有评论')
  await api.call(commentCalls.device.add, { subjectId: simulatorId, text: '刚换了方向盘' })
  await expect(comments.getByRole('listitem')).toContainText('刚换了方向盘')
})
