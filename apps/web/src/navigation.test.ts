import { accessCodes } from '@drivesim/contract/access'
import { describe, expect, it } from 'vitest'
import { externalAddress, menuOf, standsUnder } from './app/frame/menu.ts'
import { loginWithReturn, returnPath } from './app/guard/paths.ts'
import { destinationOf } from './app/guard/route.ts'
import { actsFor, pagesFor } from './app/search/entries.ts'
import { entriesOf } from './features/board/home/entries.ts'
import { screens } from './screens.ts'

const everything = new Set<string>(accessCodes)
const codesOf = (...codes: string[]) => new Set(codes)
const nameAt = (path: string, codes: ReadonlySet<string>) => {
  const destination = destinationOf(screens, path, codes)
  if (destination.kind === 'screen') return destination.screen.name
  return destination.kind === 'redirect' ? `→ ${destination.to}` : `error ${destination.code}`
}

describe('the guard', () => {
  it("needs the page's own code and its group's", () => {
    const path = '/device/deviceManagement'
    expect(nameAt(path, everything)).toBe('deviceManagement')
    expect(nameAt(path, codesOf('device'))).toBe('→ /401')
    expect(nameAt(path, codesOf('device:simulator'))).toBe('→ /401')
    expect(nameAt(path, codesOf('device', 'device:simulator'))).toBe('deviceManagement')
  })

  it("does not let a hidden child escape its group's list", () => {
    expect(nameAt('/device/deviceDetail', codesOf())).toBe('→ /401')
    expect(nameAt('/device/deviceDetail', codesOf('device'))).toBe('deviceDetail')
  })

  it('leads a group path to its first permitted page, else 401', () => {
    expect(nameAt('/device', everything)).toBe('→ /device/deviceManagement')
    expect(nameAt('/device', codesOf('device', 'device:running'))).toBe('→ /device/runningState')
    expect(nameAt('/device', codesOf())).toBe('→ /401')
    expect(nameAt('/enroll', codesOf())).toBe('→ /enroll/enroll_config')
  })

  it('leads / to home, knows the error pages and parameters, and calls the rest unknown', () => {
    expect(nameAt('/', codesOf())).toBe('→ /home')
    expect(nameAt('/401', codesOf())).toBe('error 401')
    expect(nameAt('/500', codesOf())).toBe('error 500')
    expect(destinationOf(screens, '/argu/params/7', codesOf())).toMatchObject({ params: { id: '7' } })
    expect(nameAt('/nowhere', everything)).toBe('error 404')
  })
})

describe('?redirect=', () => {
  it('keeps the wanted path with its query', () => {
    const login = loginWithReturn('/device/deviceDetail', '?simulatorId=5')
    expect(returnPath(new URL(login, 'http://x').search)).toBe('/device/deviceDetail?simulatorId=5')
    expect(loginWithReturn('/home', '')).toBe('/login')
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:1',
    '/login',
  ])('goes home instead of to %j', wanted =>
    expect(returnPath(`?redirect=${encodeURIComponent(wanted)}`)).toBe('/home'),
  )
})

describe('the menu', () => {
  it('shows what the codes open, groups with one page as groups, and nothing hidden', () => {
    const menu = menuOf(screens, codesOf('device', 'device:running'))
    const device = menu.find(entry => entry.name === 'device')
    expect(device?.children?.map(entry => entry.name)).toEqual(['runningState'])
    expect(menu.map(entry => entry.name)).not.toContain('system')
    expect(menu.map(entry => entry.name)).not.toContain('enroll')
  })

  it('has for a hidden page the list that it came from, where that is shown', () => {
    const coaches = screens.byName.get('coach')
    if (coaches === undefined) throw new Error('教练管理 is a screen')
    expect(standsUnder(screens, coaches, everything).name).toBe('drivingManagement')
    expect(standsUnder(screens, coaches, codesOf()).name).toBe('coach')
  })

  it('opens what follows the marker as an address elsewhere', () => {
    expect(externalAddress('isTurnByHref_https://example.com/a_b?x=1')).toBe('https://example.com/a_b?x=1')
    expect(externalAddress('deviceManagement')).toBeNull()
  })
})

describe('the quick entries', () => {
  const titles = (...codes: string[]) => entriesOf(screens, codesOf(...codes)).map(({ title }) => title)

  it('are acts with a page and a code that the person has', () => {
    expect(titles('device', 'device:simulator', 'device:edit')).toEqual(['新增设备'])
    expect(titles('device', 'device:simulator')).toEqual([])
    expect(titles('device:edit')).toEqual([])
    expect(titles('student:edit')).toEqual(['办理', '导入学员'])
    expect(titles('enroll:edit')).toEqual([])
  })

  it('repeat no page of the menu, and are few', () => {
    const pages = screens.list.map(({ title }) => title)
    const all = entriesOf(screens, everything)
    expect(all.filter(({ title }) => pages.includes(title))).toEqual([])
    expect(all.length).toBeLessThanOrEqual(6)
  })
})

describe('Ctrl-K', () => {
  it('tells a page and an act of the same words apart by what they belong to', () => {
    const found = [pagesFor, actsFor].flatMap(find => find(screens, everything, '新增学员').entries)
    expect(found).toMatchObject([
      { title: '新增学员', note: '数据看板' },
      { title: '新增学员', note: '学员列表' },
    ])
  })

  it('finds no page that is for trying things out', () => {
    const found = (typed: string) => pagesFor(screens, everything, typed).entries.map(({ title }) => title)
    expect(['测试', '动态路由', '带参路由'].flatMap(found)).toEqual([])
    expect(found('消息中心')).toEqual(['消息中心'])
  })
})
