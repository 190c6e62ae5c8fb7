import { devices, organisations } from '@drivesim/contract'
import { pickByName } from '../support/pickers.ts'
import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test('a file of devices: what is wrong is told, then all are added, with one file of keys and one print of labels', async ({
  page,
  api,
}) => {
  const mark = `${process.env.TEST_PARALLEL_INDEX ?? '0'}${process.pid}`
  const name = `导入驾校${mark}`
  const { organizationId } = await api.call(organisations.addSchool, {
    name,
    provinceId: '440000',
    cityId: '440100',
  })
  const room = { roomName: '一号教室', opensAt: '08:00', closesAt: '20:00', seats: 8 }
  await api.call(organisations.addClassroom, { ...room, organId: organizationId })
  await open(page, '/device/deviceManagement')
  await shell(page).pane.getByRole('button', { name: '导入设备' }).click()
  const wizard = page.getByRole('dialog', { name: '导入设备' })
  await pickByName(page, wizard.getByRole('combobox', { name: '导入到机构' }), name)
  const template = page.waitForEvent('download')
  await wizard.getByRole('button', { name: '下载模板' }).click()
  expect((await template).suggestedFilename()).toBe('设备导入模板.xlsx')
  const choose = (rows: string[]) =>
    wizard.locator('input[type=file]').setInputFiles({
      name: '设备.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['设备编号,车牌号,教室,型号', ...rows].join('\n')),
    })
  await choose([`SIM-${mark}1,粤A1001学,一号教室,T2`, `SIM-${mark}2,,二号教室,T2`])
  await expect(wizard.getByRole('row', { name: new RegExp(`SIM-${mark}2`) })).toContainText(
    '没有教室“二号教室”',
  )
  await wizard.getByRole('button', { name: '换一个文件' }).click()
  await pickByName(page, wizard.getByRole('combobox', { name: '导入到机构' }), name)
  await choose([`SIM-${mark}1,粤A1001学,一号教室,T2`, `SIM-${mark}2,,一号教室,T2`])
  await wizard.getByRole('button', { name: '导入 2 台设备' }).click()
  const saving = page.waitForEvent('download')
  await wizard.getByRole('button', { name: '下载密钥' }).click()
  expect((await saving).suggestedFilename()).toBe('设备密钥.csv')
  await wizard.getByRole('button', { name: '打印 2 张标签' }).click()
  await expect(page.getByRole('dialog', { name: '打印标签（2 张）' })).toContainText(`SIM-${mark}1`)
  expect((await api.call(devices.list, { schoolId: organizationId })).totalDataNum).toBe(2)
})
