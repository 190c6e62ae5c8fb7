import { useLayoutEffect, useState } from 'react'

/** The height of a screen of 1080 lines, 16 pixels each; of a narrower one as much as fits across. */
const rootSize = 'min(calc(100vh / 67.5), calc(100vw / 120))'

const pixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Makes `rem` follow the height of the screen while it is used, which nothing else does. @returns its pixels */
export function useRem(): number {
  const [rem, setRem] = useState(16)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const follow = () => setRem(pixels())
    style.fontSize = rootSize
    follow()
    window.addEventListener('resize', follow)
    return () => {
      style.fontSize = ''
      window.removeEventListener('resize', follow)
    }
  }, [])
  return rem
}
