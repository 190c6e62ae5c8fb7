import { expect, it } from 'vitest'
import { chooseLanguage } from './language.ts'

it.each([
  ['zh-CN', 'en-US', 'en-US'],
  ['en-US', 'zh-CN', 'en-US'],
  ['fr-FR', 'en-US', 'en-US'],
  ['fr-FR', null, 'zh-CN'],
  ['en-GB', 'de-DE', 'zh-CN'],
])('browser %s and saved %s give %s', (browser, saved, language) => {
  expect(chooseLanguage(browser, saved)).toBe(language)
})
