import { isShown } from '../../ui/isShown.ts'
import { newButton } from '../frame/keys.ts'
import type { MenuEntry } from '../frame/menu.ts'

/** A bubble of the tour: what it points at, and what it says. */
export interface TourStep {
  readonly element: HTMLElement
  readonly title: string
  readonly text: string
}

/** So many bubbles at most, on a phone and elsewhere. */
const most = (narrow: boolean) => (narrow ? 3 : 5)

/** What the tour shows of the page as it stands, to somebody who has this menu: what is not there has no bubble. */
export function tourSteps(menu: readonly MenuEntry[], narrow: boolean): TourStep[] {
  const work = workOf(menu)
  const act = shown('[aria-label="快捷操作"] a') ?? newButton()
  const steps = [
    step(
      narrow ? shown('header button[aria-label="展开菜单"]') : menuPlace(work),
      '菜单',
      work === undefined ? '您能打开的页面都在这里。' : `您能打开的页面都在这里。${pagesOf(work)}`,
    ),
    ...(narrow
      ? []
      : [
          step(
            shown('header button[aria-label="搜索"]'),
            '搜索',
            '按 Ctrl K，输入姓名、编号或页面名的拼音首字母，直接打开。',
          ),
          step(act, act?.innerText.trim() ?? '', '常做的事从这里开始，不用先找页面。'),
        ]),
    step(
      shown('header button[aria-label="帮助"]'),
      '帮助',
      `${narrow ? '点这里' : '按 F1 '}打开这一页的说明，可以边看边做，也能搜索。`,
    ),
    step(
      shown('header button[aria-label$="用户菜单"]'),
      '您的菜单',
      '个人中心、消息中心、更新内容都在这里；点「使用引导」再看一遍。',
    ),
  ]
  return steps.flatMap(one => one ?? []).slice(0, most(narrow))
}

const step = (element: HTMLElement | undefined, title: string, text: string): TourStep | undefined =>
  element && { element, title, text }

const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(element => isShown(element))

/** The group with most of what they may open; undefined: they have none. */
const workOf = (menu: readonly MenuEntry[]): MenuEntry | undefined =>
  menu.reduce<MenuEntry | undefined>(
    (most, entry) => ((entry.children?.length ?? 0) > (most?.children?.length ?? 0) ? entry : most),
    undefined,
  )

const menuPlace = (work: MenuEntry | undefined) =>
  shown(`[data-testid="side-menu"] [data-name="${work?.name ?? ''}"]`) ??
  shown('[data-testid="side-menu"] [role="menu"]')

function pagesOf({ title, children = [] }: MenuEntry): string {
  const names = children.slice(0, 3).map(child => child.title)
  return `“${title}”里有${names.join('、')}${children.length > names.length ? '等' : ''}。`
}
