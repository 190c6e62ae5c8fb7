import { create } from 'zustand'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'

const key = 'theme'
const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

function savedChoice(): ThemeChoice {
  try {
    const saved = globalThis.localStorage?.getItem(key)
    return saved === 'light' || saved === 'dark' ? saved : 'system'
  } catch {
    // This browser keeps nothing.
    return 'system'
  }
}

function themeOf(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice
  return systemDark?.matches ? 'dark' : 'light'
}

interface Mode {
  readonly choice: ThemeChoice
  readonly theme: Theme
}

/** The chosen theme and the one it comes to now. index.html sets the first one before the first paint. */
export const useTheme = create<Mode>(() => {
  const choice = savedChoice()
  return { choice, theme: themeOf(choice) }
})

useTheme.subscribe(({ theme }) => {
  document.documentElement.dataset.theme = theme
})

systemDark?.addEventListener('change', () => {
  const { choice } = useTheme.getState()
  useTheme.setState({ theme: themeOf(choice) })
})

/** Paper is white: pages and charts print in the light theme, or their text would be too pale. */
globalThis.addEventListener?.('beforeprint', () => useTheme.setState({ theme: 'light' }))
globalThis.addEventListener?.('afterprint', () => {
  const { choice } = useTheme.getState()
  useTheme.setState({ theme: themeOf(choice) })
})

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(key, choice)
  } catch {
    // It lasts as long as the page.
  }
  useTheme.setState({ choice, theme: themeOf(choice) })
}
