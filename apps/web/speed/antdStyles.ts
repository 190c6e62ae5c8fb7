import { extractStyle } from '@ant-design/static-style-extract'
import { ConfigProvider } from 'antd'
import { createElement } from 'react'
import type { Plugin } from 'vite'
import { antdTheme, variablesClass } from '../src/theme/antd.ts'
import type { Theme } from '../src/theme/mode.ts'

/** What stands around every page; its styles come with the shell. */
const shell = [
  'App',
  'Avatar',
  'Badge',
  'Button',
  'Drawer',
  'Dropdown',
  'Menu',
  'Modal',
  'Tooltip',
  'message',
]

/** Used in pages, or inside what is used there; {@link antdStyles} refuses to build where one is forgotten. */
const pages = [
  'Alert',
  'AutoComplete',
  'Cascader',
  'Checkbox',
  'Col',
  'DatePicker',
  'Empty',
  'Form',
  'Input',
  'InputNumber',
  'Mentions',
  'Pagination',
  'Popover',
  'Progress',
  'Radio',
  'Row',
  'Segmented',
  'Select',
  'Skeleton',
  'Space',
  'Spin',
  'Switch',
  'Tabs',
  'TimePicker',
  'Tour',
  'Tree',
  'Typography',
  'Upload',
  'notification',
]

/** Seen in pages before any is made (LateControl.tsx). */
const late = ['DatePicker', 'Select']

/** `antd:shell.css` and `antd:pages.css`; the second brings only what the first has not. */
const files = /^antd:(shell|pages)\.css$/

/**
 * The styles of the component library as two files, made when the site is built: antd would write them
 * rule by rule while a page is shown for the first time, a fifth of what its scripts did. What differs between light and
 * dark are custom properties, which antd still sets itself.
 */
export function antdStyles(): Plugin {
  let made: Record<string, string> | undefined
  return {
    name: 'antd-styles',
    enforce: 'pre',
    resolveId: { filter: { id: files }, handler: id => `/@${id}` },
    load: {
      filter: { id: /^\/@antd:/ },
      handler(id) {
        made ??= extract()
        return made[id]
      },
    },
    // Who uses one of the pages' components brings their styles along.
    transform: {
      filter: { id: /\.tsx$/, code: /from 'antd'/ },
      handler(code) {
        const names = /import \{([^}]+)\} from 'antd'/.exec(code)?.[1]?.split(',') ?? []
        if (!names.some(name => pages.includes(name.trim()))) return
        return { code: `import 'antd:pages.css';${code}`, map: null }
      },
    },
    // Without styles in one of these files a component would stand there bare.
    generateBundle(_, bundle) {
      // The grid is Row and Col.
      const known = new Set([...shell, ...pages, 'grid'].map(lettersOf))
      const bare = Object.values(bundle)
        .flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
        .map(id => /node_modules\/antd\/es\/([\w-]+)\/style\/index\.js$/.exec(id)?.[1])
        .filter(name => name !== undefined && !known.has(lettersOf(name)))
      if (bare.length > 0) this.error(`antdStyles.ts does not know these components: ${bare.join(', ')}`)
    },
  }
}

const lettersOf = (name: string) => name.replaceAll('-', '').toLowerCase()

function extract() {
  // What all share stands before what each sets.
  const first = rulesOf(stylesOf(['App']) + stylesOf(shell))
  const had = new Set(first)
  const second = rulesOf(stylesOf(pages)).filter(rule => !had.has(rule))
  const ours = (rules: readonly string[]) => rules.filter(rule => !notOurs.test(rule)).map(givingWay)
  const seen = propertiesOf(shell)
  const seenLater = propertiesOf(late).filter(rule => !seen.includes(rule))
  return {
    '/@antd:shell.css': [...seen, ...ours(first)].join('\n'),
    '/@antd:pages.css': [...seenLater, ...ours(second)].join('\n'),
  }
}

function stylesOf(includes: readonly string[], theme: Theme = 'light'): string {
  return extractStyle({
    includes: [...includes],
    customTheme: node =>
      createElement(ConfigProvider, { theme: { ...antdTheme(theme, true), zeroRuntime: false } }, node),
  })
}

/** Custom properties, which antd sets itself, and bare links, which are global.css's. */
const notOurs = new RegExp(`^(\\.${variablesClass}\\b|a[:{,])`)

/** What every icon has gives way to what ours has of one class, whichever of the two files comes first. */
const givingWay = (rule: string) => rule.replace(/^\.anticon(?=\{)/, ':where(.anticon)')

/** The custom properties of what is seen before antd sets any, in both themes: they give way to those. */
function propertiesOf(names: string[]): string[] {
  return (['light', 'dark'] as const).flatMap(theme =>
    rulesOf(stylesOf(names, theme))
      .filter(rule => rule.startsWith(`.${variablesClass}`))
      .map(rule => rule.replace(/^[^{]+/, selector => `:where(:root[data-theme="${theme}"] ${selector})`)),
  )
}

/** The rules of a style sheet, each once. */
function rulesOf(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] !== '}') continue
    depth -= 1
    if (depth > 0) continue
    rules.push(css.slice(start, at + 1).trim())
    start = at + 1
  }
  return [...new Set(rules)]
}
