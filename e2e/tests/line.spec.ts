import { expect, test } from '../support/test.ts'

test.use({ account: null, warm: false })

test('scripts and styles come compressed: the sign-in page and all that it fetches ahead is 420 kB at most', async ({
  page,
}) => {
  const uncompressed: string[] = []
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    const { 'content-encoding': encoding, 'content-length': length } = response.headers()
    // The smallest are shorter as they are.
    const small = Number(length) < 300
    if (/\.(js|css)$/.test(pathname) && encoding !== 'br' && !small) uncompressed.push(pathname)
  })
  const session = await page.context().newCDPSession(page)
  let received = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto('/login')
  await page.waitForLoadState('networkidle')
  // What is shown while a person types is there, and with it the shell's code.
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
  // On a slow machine the network rests before the first of it is asked for.
  await expect.poll(() => received).toBeGreaterThan(100_000)
  await page.waitForLoadState('networkidle')
  expect(received).toBeLessThan(420_000)
  expect(uncompressed).toEqual([])
})
