import type { Page } from '@playwright/test'

/** What a hand has done: presses of the pointer, and keys that type no text (Tab and arrows too). */
export interface Acts {
  clicks: number
  keys: number
}

/** Counts what is done on a page from now on, over navigations; typing and what a script does itself are not counted. */
export async function countActs(page: Page): Promise<Acts> {
  const acts: Acts = { clicks: 0, keys: 0 }
  await page.exposeFunction('countAct', (kind: keyof Acts) => {
    acts[kind] += 1
  })
  const listen = () => {
    const count: (kind: string) => void = kind => Reflect.get(window, 'countAct')(kind)
    document.addEventListener('pointerdown', event => event.isTrusted && count('clicks'), true)
    document.addEventListener(
      'keydown',
      event => {
        const typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
        const alone = ['Control', 'Shift', 'Alt', 'Meta', 'Process'].includes(event.key)
        if (event.isTrusted && !event.repeat && !typed && !alone) count('keys')
      },
      true,
    )
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return acts
}
