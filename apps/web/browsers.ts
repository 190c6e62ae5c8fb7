import { fileURLToPath } from 'node:url'
import browserslist from 'browserslist'

/** The application, and the page behind a scanned label. */
export type Floor = 'application' | 'label'

const esbuildNames: Readonly<Record<string, string>> = { ios_saf: 'ios' }

/** The oldest browsers that something is made for (`browserslist` in package.json), by the names that Vite takes: `chrome108`. */
export function floorOf(floor: Floor): string[] {
  const path = fileURLToPath(new URL('.', import.meta.url))
  return browserslist(undefined, { path, env: floor }).map(browser => {
    const [name = '', version = ''] = browser.split(' ')
    return `${esbuildNames[name] ?? name}${version.split('-')[0]}`
  })
}
