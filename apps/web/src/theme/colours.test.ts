import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { states, surfaces } from './colours.ts'

/** WCAG 2 relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'] as const)('%s', theme => {
  const { card, raised, page, tableHead, headSorted, rowHover, rowChosen } = surfaces[theme]

  it.each(Object.entries(states[theme]))('%s: mark 3:1, text 4.5:1 on every surface', (_, { mark, text }) => {
    for (const ground of [card, raised]) {
      expect(contrast(mark, ground)).toBeGreaterThanOrEqual(3)
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(['text', 'textSecondary', 'link'] as const)('%s reads 4.5:1 on every surface', name => {
    for (const ground of [card, raised, page, tableHead, headSorted, rowHover, rowChosen]) {
      expect(contrast(surfaces[theme][name], ground)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('what cannot be pressed now reads 3:1', () => {
    for (const ground of [card, raised, page])
      expect(contrast(surfaces[theme].textDisabled, ground)).toBeGreaterThanOrEqual(3)
  })

  it('a primary button under the pointer carries white text', () => {
    expect(contrast(surfaces[theme].primaryHover, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })

  it('what deletes, and a count that waits, carries white text', () => {
    expect(contrast(surfaces[theme].dangerFill, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(surfaces[theme].dangerHover, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })

  it('the style sheet has the same colours', () => {
    const css = readFileSync(new URL('./base.css', import.meta.url), 'utf8')
    const start = css.indexOf(theme === 'dark' ? ':root[data-theme="dark"]' : ':root {')
    const block = css.slice(start, css.indexOf('}', start))
    const variable = (name: string) => new RegExp(`--${name}: (#\\w{6});`).exec(block)?.[1]
    const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    for (const [name, colour] of Object.entries(surfaces[theme]))
      expect([name, variable(kebab(name))]).toEqual([name, colour])
    for (const [name, { mark, text }] of Object.entries(states[theme])) {
      expect([name, variable(`state-${name}`), variable(`state-${name}-text`)]).toEqual([name, mark, text])
    }
  })
})
