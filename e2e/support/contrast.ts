import type { Locator } from '@playwright/test'

/** How well a button's words are read, on what they stand on: WCAG's ratio of the colours as they are painted, and these colours. */
export interface Contrast {
  readonly ratio: number
  readonly words: string
  readonly ground: string
}

/** Looks at the colours that the browser computed, through every transparency up to the page. */
export const contrastOf = (button: Locator): Promise<Contrast> => button.evaluate(measured)

function measured(button: Element): Contrast {
  type Colour = readonly [number, number, number, number]
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (canvas === null) throw new Error('colours cannot be read')
  /** Whatever form CSS has it in. */
  const read = (css: string): Colour => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = css
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data
    return [r, g, b, a / 255]
  }
  const over = (upper: Colour, lower: Colour, share = 1): Colour => {
    const a = upper[3] * share
    const mixed = (at: 0 | 1 | 2) => upper[at] * a + lower[at] * (1 - a)
    return [mixed(0), mixed(1), mixed(2), 1]
  }
  const luminance = ([r, g, b]: Colour) => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map(part =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * x + 0.7152 * y + 0.0722 * z
  }
  /** What is painted where an element is: its ground, and words of a colour on it. */
  const painted = (element: Element, words: Colour | null): { ground: Colour; words: Colour } => {
    const { backgroundColor, opacity } = getComputedStyle(element)
    const below =
      element.parentElement === null
        ? { ground: [255, 255, 255, 1] as Colour, words: [255, 255, 255, 1] as Colour }
        : painted(element.parentElement, null)
    const ground = over(read(backgroundColor), below.ground)
    const shown = words === null ? ground : over(words, ground)
    return {
      ground: over(ground, below.ground, Number(opacity)),
      words: over(shown, below.ground, Number(opacity)),
    }
  }
  const text = [...button.querySelectorAll('span')].find(span => span.textContent !== '') ?? button
  const { ground, words } = painted(button, read(getComputedStyle(text).color))
  const [light = 0, dark = 0] = [luminance(ground), luminance(words)].sort((x, y) => y - x)
  const said = (colour: Colour) => `rgb(${colour.slice(0, 3).map(Math.round).join(' ')})`
  return { ratio: (light + 0.05) / (dark + 0.05), words: said(words), ground: said(ground) }
}
