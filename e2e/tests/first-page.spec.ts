import { account, home, live, messages } from '@drivesim/contract'
import type { Page } from '@playwright/test'
import { accounts } from '../support/api.ts'
import { enterAs, newPerson } from '../support/people.ts'
import { open, shell, waitUntilSettled } from '../support/shell.ts'
import { expect, test } from '../support/test.ts'

const rendered = (page: Page) => page.locator('#server-rendered')
const code = '**/assets/*.js'

/** 首页 as the server renders it: none of its code comes. */
async function openRendered(page: Page): Promise<void> {
  await page.route(code, route => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto('/home')
}

/** Places and colours of the parts of 首页, but for the to-dos, which come later, and for what the simulators change. */
function lookOf(page: Page, within: string) {
  return page.locator(within).evaluate(element => {
    const parts =
      'aside li, svg, header button, header kbd, header sup, h1, h2, section, figure, nav a, nav li, nav button'
    return [...element.querySelectorAll(parts)]
      .filter(
        part =>
          !part.matches(
            '[data-testid=home-todos] *, [data-testid=home-figures] *, [data-testid=home-body] li *, [data-testid=state-tags] *',
          ),
      )
      .map(part => {
        const { x, y, width } = part.getBoundingClientRect()
        const { color, backgroundColor, fontSize } = getComputedStyle(part)
        const words = part.matches('h1, h2, li, a') ? part.textContent : ''
        return [
          part.tagName,
          words,
          Math.round(x),
          Math.round(y),
          Math.round(width),
          color,
          backgroundColor,
          fontSize,
        ]
      })
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the server renders 首页 as the browser then does, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await openRendered(page)
    await expect(rendered(page)).toBeVisible()
    const placeholder = await lookOf(page, '#server-rendered')
    expect(placeholder.length).toBeGreaterThan(40)
    await page.unroute(code)
    await open(page, '/home')
    expect(await lookOf(page, '#root')).toEqual(placeholder)
  })
}

for (const name of accounts) {
  test.describe(`as ${name}`, () => {
    test.use({ account: name })
    test('it shows the menu that their codes give', async ({ page }) => {
      await openRendered(page)
      const entries = await rendered(page).locator('aside [role=menuitem]').allTextContents()
      await page.unroute(code)
      await open(page, '/home')
      expect(entries).toEqual(await shell(page).menu.locator('[role=menuitem]').allTextContents())
    })
  })
}

test.describe('as it gives way', () => {
  // The page's clock is set, and a script runs before the page's own.
  test.use({ warm: false })

  test('what it was rendered from is not asked again, and it gives way to the page, which answers', async ({
    page,
  }) => {
    // However long it takes to come: what was given does not grow old.
    await page.clock.setFixedTime(new Date())
    // Other tests make organisations meanwhile: told of it, the page would rightly ask anew.
    await page.route(`**${live.stream.path}*`, () => {})
    const requests: string[] = []
    page.on('request', request => requests.push(new URL(request.url()).pathname))
    await open(page, '/home')
    await expect(rendered(page)).toHaveCount(0)
    await shell(page).menu.getByText('设备管理').click()
    await expect(shell(page).menu.getByText('运行状态')).toBeVisible()
    expect(
      requests.filter(path =>
        [account.me, home.overview, messages.count].some(call => path.endsWith(call.path)),
      ),
    ).toEqual([])
  })

  for (const path of ['/', '/home']) {
    test(`at ${path} it stays until the page stands below it`, async ({ page }) => {
      await page.addInitScript(() => {
        let seen = false
        new MutationObserver(() => {
          const there = document.getElementById('server-rendered') !== null
          if (seen && !there)
            document.documentElement.dataset.below ??= document.querySelector('#root h1')?.textContent ?? ''
          seen = there
        }).observe(document, { childList: true, subtree: true })
      })
      await open(page, path)
      await expect(page).toHaveURL('/home')
      await expect(page.locator('html')).toHaveAttribute('data-below', /好，|夜深了/)
    })
  }
})

test('a name is text in it, whatever it says', async ({ page, api }) => {
  const person = await newPerson(api)
  const { userId, userPhone, userMail, userIcon } = await person.api.call(account.me)
  const userName = '</script><img src=x onerror=alert(1)>'
  await person.api.call(account.modify, { userId, userName, userPhone: userPhone ?? '', userMail, userIcon })
  await enterAs(page, person.api)
  await openRendered(page)
  await expect(rendered(page).locator('header').first()).toContainText(userName)
  await page.unroute(code)
  await open(page, '/home')
  await expect(page.getByRole('button', { name: `${userName}，用户菜单` })).toBeVisible()
})

test('where the code does not come, that is said in its place', async ({ page, problems }) => {
  problems.allow(/ERR_FAILED/)
  await page.route(code, route => route.abort())
  await page.goto('/home')
  await expect(page.getByText('页面没有加载成功，请检查网络后重新打开本页。')).toBeVisible()
  await expect(rendered(page)).toHaveCount(0)
})

test('who is not signed in gets none of it, nor does a token that is none', async ({ page }) => {
  for (const cookie of ['', 'token=rubbish', 'token=; refreshToken=x', `token=${'x'.repeat(5000)}`]) {
    const answer = await page.request.get('/home', { headers: { accept: 'text/html', cookie } })
    expect(answer.status()).toBe(200)
    expect(answer.headers()['cache-control']).toBe('no-store')
    const html = await answer.text()
    expect(html).toContain('id="root"')
    expect(html).not.toContain('id="server-rendered"')
    expect(html).not.toContain('first-answers')
    expect(html).not.toContain('<!--')
  }
})

test.describe('where the window is another than it shows', () => {
  test('a folded menu: it is not seen', async ({ page }) => {
    await open(page, '/home')
    await page.getByRole('button', { name: '收起菜单' }).click()
    await openRendered(page)
    await expect(rendered(page)).toBeHidden()
  })

  test('a small screen: it is not seen', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openRendered(page)
    await expect(rendered(page)).toBeHidden()
    await page.unroute(code)
    await page.goto('/home')
    await waitUntilSettled(page)
    await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible()
  })
})
