import type { Page } from '@playwright/test'

// A page in one hand.

/**
 * What a thumb would miss, of all that can be pressed or filled in: less than 44 px high. A link among words is as high as
 * they are; what lies in something larger is pressed with it.
 */
export const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const pressed =
      'button, a, input, textarea, [role=combobox], .ant-segmented-item, .ant-select-item-option'
    const larger = 'button, a, label, .ant-select, .ant-input-affix-wrapper, .ant-segmented-item'
    const isHigh = (element: Element) => element.getBoundingClientRect().height >= 43.5
    // checkVisibility is newer than the oldest browsers that a test may play.
    const isSeen = (element: Element): boolean => {
      if (element.getClientRects().length === 0) return false
      if (getComputedStyle(element).visibility !== 'visible') return false
      for (let part: Element | null = element; part !== null; part = part.parentElement)
        if (getComputedStyle(part).opacity === '0') return false
      return true
    }
    return (
      [...document.querySelectorAll(pressed)]
        .filter(target => isSeen(target))
        // Shown to the keyboard alone; and what is no target but a file's.
        .filter(target => target.getBoundingClientRect().width > 1 && target.textContent !== '跳到内容')
        .filter(target => !isHigh(target) && !isHigh(target.parentElement?.closest(larger) ?? target))
        .map(
          target =>
            `${target.getAttribute('aria-label') ?? target.textContent} ${target.outerHTML.slice(0, 120)}`,
        )
    )
  })

/** How far the page is scrolled where 返回顶部 lies on what is at the thumb. */
export const coveredAt = (page: Page) =>
  page.evaluate(async () => {
    const pane = [...document.querySelectorAll('[data-pane]')].find(pane => pane.getClientRects().length > 0)
    const found: number[] = []
    for (let top = 120; pane !== undefined && top < pane.scrollHeight - pane.clientHeight; top += 40) {
      pane.scrollTop = top
      for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
      const bars = ['[aria-label=返回顶部]', '[data-thumb]'].map(what => document.querySelector(what))
      const [button, thumb] = bars.map(bar =>
        bar?.checkVisibility({ visibilityProperty: true }) ? bar.getBoundingClientRect() : undefined,
      )
      // What has scrolled out of the page is behind its frame.
      const edge = Math.max(thumb?.top ?? 0, pane.getBoundingClientRect().top)
      if (button && thumb && button.top < thumb.bottom && edge < button.bottom) found.push(top)
    }
    return found
  })

/** What can be pressed and has 返回顶部 on it; played in the page. */
export function underTheButton(): string[] {
  const button = document.querySelector('[aria-label=返回顶部]')
  if (button === null) return []
  const mine = button.getBoundingClientRect()
  return [...document.querySelectorAll('button, a, input, [role=combobox], summary')]
    .filter(target => target !== button && target.getClientRects().length > 0)
    .filter(target => {
      // What has scrolled out of its page is under nothing.
      const pane = target.closest('[data-pane]')?.getBoundingClientRect()
      const box = target.getBoundingClientRect()
      const [top, bottom] = [
        Math.max(box.top, pane?.top ?? 0),
        Math.min(box.bottom, pane?.bottom ?? Infinity),
      ]
      return box.left < mine.right && mine.left < box.right && top < mine.bottom && mine.top < bottom
    })
    .map(target => target.textContent || target.getAttribute('aria-label') || target.outerHTML.slice(0, 80))
}
