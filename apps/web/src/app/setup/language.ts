import { keepStored, readStored } from '../../api/stored.ts'

export type Language = 'zh-CN' | 'en-US'

const key = 'local'

/** English where the browser speaks it, else the saved choice, else Chinese (spec §1). */
export function chooseLanguage(browser: string, saved: string | null): Language {
  if (browser === 'en-US') return browser
  return saved === 'en-US' ? saved : 'zh-CN'
}

/** Saves the choice. Messages are Chinese whatever it is, so `<html lang>` stays zh-CN. */
export function keepLanguage(): void {
  keepStored(key, chooseLanguage(navigator.language, readStored(key)))
}
