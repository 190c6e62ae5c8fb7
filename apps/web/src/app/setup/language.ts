export type Language = 'zh-CN' | 'en-US'

const key = 'local'

const known = (language: string | null): language is Language => language === 'zh-CN' || language === 'en-US'

/** The browser's language wins where it is one of the two, else the saved choice, else Chinese (spec §1). */
export function chooseLanguage(browser: string, saved: string | null): Language {
  if (known(browser)) return browser
  return known(saved) ? saved : 'zh-CN'
}

/** Saves the choice. Messages are Chinese whatever it is, so `<html lang>` stays zh-CN (product §14). */
export function keepLanguage(): void {
  localStorage.setItem(key, chooseLanguage(navigator.language, localStorage.getItem(key)))
}
