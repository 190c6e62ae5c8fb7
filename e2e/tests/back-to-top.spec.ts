import { open, shell } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'
import { underTheButton } from '../support/thumb.ts'

for (const size of [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
])
  test(`返回顶部 lies on nothing that can be pressed, ${size.width} wide`, async ({ page }) => {
    await page.setViewportSize(size)
    for (const path of ['/orderManage/rechargeOrder?size=50', '/device/deviceManagement?size=50']) {
      await open(page, path)
      await expect(page.getByTestId('spinner')).toHaveCount(0)
      const { pane } = shell(page)
      await pane.evaluate(element => element.scrollTo(0, 150))
      await expect(page.getByRole('button', { name: '返回顶部' })).toBeVisible()
      const ends = await pane.evaluate(element => element.scrollHeight - element.clientHeight)
      const covered: string[] = []
      for (let top = 150; top < Math.min(ends, 1500); top += 37) {
        await pane.evaluate((element, to) => element.scrollTo(0, to), top)
        covered.push(...(await page.evaluate(underTheButton)))
      }
      expect(covered).toEqual([])
    }
  })
