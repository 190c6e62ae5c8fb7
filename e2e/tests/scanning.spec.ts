import { devices, inspections } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { newDevice, quietPlace } from '../support/devices.ts'
import { follow, open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** A printed label as a photo of it. */
async function photoOf(page: Page, svg: string): Promise<Buffer> {
  const url = await page.evaluate(async source => {
    const drawn = new Image()
    drawn.src = `data:image/svg+xml,${encodeURIComponent(source)}`
    await drawn.decode()
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [1280, 720]
    const sheet = canvas.getContext('2d')
    if (sheet === null) throw new Error('the page cannot draw')
    sheet.fillStyle = '#e8e8e0'
    sheet.fillRect(0, 0, 1280, 720)
    sheet.translate(640, 360)
    sheet.rotate(0.2)
    sheet.fillStyle = '#fff'
    sheet.fillRect(-160, -160, 320, 320)
    sheet.drawImage(drawn, -130, -130, 260, 260)
    return canvas.toDataURL('image/png')
  }, svg)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** Whether the camera that the page was given is on. */
const cameraIsOn = (page: Page) => page.evaluate(() => document.documentElement.dataset.camera === 'on')

/** From now on the page has a camera, and before it this photo. */
async function cameraSees(page: Page, photo: Buffer): Promise<void> {
  await page.evaluate(async png => {
    const seen = new Image()
    seen.src = `data:image/png;base64,${png}`
    await seen.decode()
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [seen.width, seen.height]
      const stream = canvas.captureStream(10)
      const { dataset } = document.documentElement
      dataset.camera = 'on'
      const draws = setInterval(() => {
        canvas.getContext('2d')?.drawImage(seen, 0, 0)
        dataset.frames = String(Number(dataset.frames ?? 0) + 1)
      }, 50)
      for (const track of stream.getTracks())
        track.stop = () => {
          clearInterval(draws)
          dataset.camera = 'off'
        }
      return stream
    }
  }, photo.toString('base64'))
}

test('扫码: a phone without a camera takes a photo, one with a camera looks, and looks no longer than it is asked to', async ({
  page,
  api,
}) => {
  const place = await quietPlace(api)
  const [first, second] = [await newDevice(api, { place }), await newDevice(api, { place })]
  const labels = await Promise.all(
    [first, second].map(({ simulatorId }) => api.call(devices.qrCode, { simulatorId })),
  )
  await api.call(inspections.openStocktake, { organId: place.organId, roomId: place.roomId })
  await open(page, '/operation/inspection?tab=stocktakes')
  const [photo, other] = await Promise.all(labels.map(({ svg }) => photoOf(page, svg)))
  if (photo === undefined || other === undefined) throw new Error('two labels were drawn')

  await page.getByRole('button', { name: new RegExp(place.roomName) }).click()
  const drawer = page.getByRole('dialog', { name: '盘点' })
  await drawer.getByRole('button', { name: '扫码' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('没有找到相机，请拍照识别')
  await drawer
    .getByLabel('标签照片')
    .setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: photo })
  await expect(drawer.getByRole('status')).toHaveText(`在位 ${first.carNum} ${first.name}`)

  await cameraSees(page, other)
  await drawer.getByRole('button', { name: '重试' }).click()
  await expect(drawer.getByText(`在位 ${second.carNum} ${second.name}`)).toBeVisible()
  // However long the label stays before the camera, it is one scan.
  const frames = () => page.evaluate(() => Number(document.documentElement.dataset.frames))
  const seen = await frames()
  await expect.poll(frames).toBeGreaterThan(seen + 20)
  const { scans } = await api.call(inspections.stocktake, {
    stocktakeId:
      (await api.call(inspections.stocktakes, { roomId: place.roomId })).dataList[0]?.stocktakeId ?? 0,
  })
  expect(scans.map(({ simulatorId, result }) => [simulatorId, result])).toEqual([
    [second.simulatorId, 'present'],
    [first.simulatorId, 'present'],
  ])
  expect(await cameraIsOn(page)).toBe(true)
  await drawer.getByRole('button', { name: '关闭相机' }).click()
  expect(await cameraIsOn(page)).toBe(false)

  await drawer.getByRole('button', { name: '关闭', exact: true }).click()
  await follow(page, '/device/deviceManagement')
  const { pane } = shell(page)
  await expect(pane.getByRole('button', { name: '新增设备' })).toBeVisible()
  await pane.getByRole('button', { name: '扫码' }).click()
  await expect(pane.getByRole('heading', { level: 1 })).toContainText(second.name)
  await expect(page).toHaveURL(new RegExp(`/d/${second.sn}\\?c=`))
  expect(await cameraIsOn(page)).toBe(false)
})

test('盘点 on a phone: the camera is in view when it is opened', async ({ page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const place = await quietPlace(api)
  const { simulatorId } = await newDevice(api, { place })
  const { svg } = await api.call(devices.qrCode, { simulatorId })
  await api.call(inspections.openStocktake, { organId: place.organId, roomId: place.roomId })
  await open(page, '/operation/inspection?tab=stocktakes')
  await cameraSees(page, await photoOf(page, svg))
  await page.getByRole('button', { name: new RegExp(place.roomName) }).click()
  const drawer = page.getByRole('dialog', { name: '盘点' })
  await drawer.getByRole('button', { name: '扫码' }).click()
  await expect(drawer.getByLabel('相机画面')).toBeInViewport({ ratio: 1 })
})
