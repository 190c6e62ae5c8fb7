import { devices, students } from '@drivesim/contract'
import type { CDPSession, Page } from '@playwright/test'
import { signedInContext } from './browser.ts'
import { call } from './http.ts'
import type { Figure } from './table.ts'
import { watch } from './watch.ts'
import type { Watcher } from './watcher.ts'

const tabs = 40
const sampleMs = 3_000
const mostGrowth = 1.1
const mostLeft = 0.1

/** The live board before 38 hidden pages and home: whether memory grows, and what a closed tab leaves behind. */
export async function benchTabs(
  watcher: Watcher,
  { simulators, seconds }: { simulators: number; seconds: number },
): Promise<Figure[]> {
  const { browser, server, tokens } = watcher
  const context = await signedInContext(browser, server.url, tokens)
  try {
    const page = await context.newPage()
    const memory = await memoryOf(page)
    await page.goto(`${server.url}/home`)
    await untilStanding(page)
    // Others of the same kinds before it counts, and once more: the code of a page stays when it is closed, and so does what
    // the browser compiles of it when it runs again.
    for (const from of [1, 2]) {
      await openAll(page, await otherPages(watcher, from), watcher.board)
      await closeOthers(page)
    }
    // The browser keeps what a tile showed when its classroom was last laid out: once for each tile that changed since.
    const turn = await watch(page)
    while ((await turn()).changes < simulators) await page.waitForTimeout(sampleMs)
    const before = await memory()
    await openAll(page, await otherPages(watcher, 0), watcher.board)
    const watched = await watch(page)
    const samples = [await memory()]
    for (let left = (seconds * 1000) / sampleMs; left > 0; left -= 1) {
      await page.waitForTimeout(sampleMs)
      samples.push(await memory())
    }
    const { changes } = await watched()
    await closeOthers(page)
    const after = await memory()
    return [flat(samples, seconds, changes), freedFigure(before, samples.at(-1) ?? after, after)]
  } finally {
    await context.close()
  }
}

interface Memory {
  heap: number
  nodes: number
  listeners: number
}
const kinds = { heap: 'JavaScript heap', nodes: 'DOM nodes', listeners: 'listeners' } as const
const isKind = (name: string): name is keyof Memory => Object.hasOwn(kinds, name)
const kindNames = Object.keys(kinds).filter(isKind)
const shown = (kind: keyof Memory, value: number) =>
  kind === 'heap' ? `${(value / 2 ** 20).toFixed(1)} MB` : value.toFixed(0)

/** @param changes of tiles that were seen meanwhile: a board on which nothing happens would prove nothing */
function flat(samples: readonly Memory[], seconds: number, changes: number): Figure {
  const third = Math.floor(samples.length / 3)
  const mean = (kind: keyof Memory, some: readonly Memory[]) =>
    some.reduce((sum, sample) => sum + sample[kind], 0) / some.length
  const growth = kindNames.map(kind => {
    const last = mean(kind, samples.slice(-third))
    return { kind, last, ratio: last / mean(kind, samples.slice(-2 * third, -third)) }
  })
  const grown = growth.map(
    ({ kind, last, ratio }) => `${kinds[kind]} ${ratio.toFixed(2)}× (${shown(kind, last)})`,
  )
  return {
    what: `${tabs} tabs, the live board before them, ${seconds} s: memory of the last third, of the third before`,
    value: `${grown.join(', ')}; ${changes} changes seen`,
    bound: `≤ ${mostGrowth}×`,
    passed: changes > 0 && growth.every(({ ratio }) => ratio <= mostGrowth),
  }
}

function freedFigure(before: Memory, open: Memory, after: Memory): Figure {
  const left = kindNames.map(kind => {
    const took = open[kind] - before[kind]
    return { kind, took, part: (after[kind] - before[kind]) / took }
  })
  return {
    what: `the other ${tabs - 2} tabs closed: left of what they took`,
    value: left
      .map(({ kind, took, part }) => `${kinds[kind]} ${(100 * part).toFixed(1)} % of ${shown(kind, took)}`)
      .join(', '),
    bound: `≤ ${100 * mostLeft} %`,
    passed: left.every(({ part }) => part <= mostLeft),
  }
}

const lists = [
  '/device/deviceManagement',
  '/student/studentManagement',
  '/institution/drivingManagement',
  '/institution/classroomManagement',
  '/enroll/enroll_config',
  '/enroll/enroll_student',
  '/enroll/coach',
  '/enroll/simulator',
  '/operationAnother/apply',
  '/system/memberManagement',
  '/system/roleManagement',
  '/system/sendManagement',
  '/system/operationLog',
  '/message',
]

/** Lists of every domain, then devices, their charts, and students: as many as there are tabs left. */
async function otherPages({ server, tokens }: Watcher, from: number): Promise<string[]> {
  const { dataList: simulators } = await call(server.url, tokens, devices.list, { pageNum: from })
  const { dataList: people } = await call(server.url, tokens, students.list, { page: from })
  const details = [
    ...simulators.map(({ simulatorId }) => `/device/deviceDetail?simulatorId=${simulatorId}`),
    ...simulators.map(({ simulatorId }) => `/device/teachDateDisplay?simulatorId=${simulatorId}`),
    ...people.map(({ userId }) => `/student/studentDetail?userId=${userId}`),
  ]
  const pages = lists.map(path => `${path}?size=${from === 0 ? 20 : 50}`)
  return [...pages, ...details].slice(0, tabs - 2)
}

/** Each page in a tab of its own, each once the one before it stands, and the board before them. */
async function openAll(page: Page, pages: readonly string[], board: string): Promise<void> {
  const open = page.getByTestId('tab-strip').getByRole('listitem')
  const before = await open.count()
  for (const [index, path] of pages.entries()) {
    await follow(page, path)
    await open.nth(before + index).waitFor()
    await untilStanding(page)
  }
  await follow(page, board)
  await page.locator('a[data-state]:visible').first().waitFor()
  if ((await open.count()) !== tabs) throw new Error(`${await open.count()} tabs are open`)
}

/** Goes where a link of the application would lead. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

async function closeOthers(page: Page): Promise<void> {
  await page.getByRole('button', { name: '标签页操作' }).click()
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await page.locator('main[data-pane]').nth(2).waitFor({ state: 'detached' })
  await page.waitForTimeout(1000)
}

/** What is on the screen has its code and its data. */
async function untilStanding(page: Page): Promise<void> {
  await page.locator('main:visible').first().waitFor()
  const waiting = page.locator('main:visible').locator('[aria-busy="true"], [role="status"][aria-label]')
  while ((await waiting.count()) > 0) await page.waitForTimeout(50)
  await page.waitForTimeout(200)
}

async function memoryOf(page: Page): Promise<() => Promise<Memory>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
    return {
      heap: metric('JSHeapUsedSize'),
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
    }
  }
}
