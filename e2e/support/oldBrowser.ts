import type { Page } from '@playwright/test'
import { type Floor, newerApis } from '../../scripts/lib/newerApis.mjs'

/** The tests' own words to the page need them. */
const ofTheTests = ['BigInt64Array', 'BigUint64Array', 'globalThis']

/**
 * From now on pages know nothing that is newer than the oldest browsers of a floor, by the data of MDN. The tests that use it
 * have a browser of their own (`warm: false`).
 */
export async function playAsOldest(page: Page, floor: Floor): Promise<void> {
  const { globals, members } = newerApis(floor)
  await page.addInitScript(
    gone => {
      const from = (owner: unknown, name: string) => {
        if (owner !== null && owner !== undefined) Reflect.deleteProperty(Object(owner), name)
      }
      for (const [owner, name, of] of gone.members) {
        const type: unknown = Reflect.get(window, owner)
        if (of === 'class' || type === undefined) from(type, name)
        else from(Reflect.get(Object(type), 'prototype') ?? type, name)
      }
      for (const path of gone.globals) {
        const [name = '', member] = path.split('.')
        if (member === undefined) from(window, name)
        else from(Reflect.get(window, name), member)
      }
    },
    { globals: globals.filter(name => !ofTheTests.includes(name)), members: [...members] },
  )
}
