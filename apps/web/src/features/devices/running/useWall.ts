import {
  type CSSProperties,
  createContext,
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { enterFullScreen, leaveFullScreen } from '../../../ui/fullScreen.ts'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { type Area, type WallTile, wallFit } from './wall.ts'

declare module 'react' {
  interface CSSProperties {
    '--tile-count'?: number
    '--tile-width'?: string
    '--tile-height'?: string
    '--tile-gap'?: string
    '--room-gap'?: string
    '--room-head'?: string
    '--wall-scale'?: number
  }
}

/** Whether tiles hang on a wall: they say less of who, and all of it large. */
export const OnWall = createContext(false)

/** So long a page of a wall stands that has more simulators than it shows at once. Milliseconds. */
const turnEvery = 15_000

/** Nobody scrolls a wall: what does not fit on it comes page by page, and then again from the top. */
function turning(area: HTMLElement): () => void {
  const timer = setInterval(() => {
    const { scrollTop, clientHeight, scrollHeight } = area
    const isEnd = scrollTop + clientHeight >= scrollHeight - 1
    area.scrollTo({ top: isEnd ? 0 : scrollTop + clientHeight })
  }, turnEvery)
  return () => clearInterval(timer)
}

/** Wall screen: the live view alone fills the screen; the browser's own way out counts too. */
export function useWall(box: RefObject<HTMLDivElement | null>): [boolean, () => void] {
  const [wall, setWall] = useState(false)
  useEffect(() => {
    const page = box.current
    const isFull = () => page !== null && document.fullscreenElement === page
    const follow = () => setWall(isFull())
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      // Another page was opened from the wall: what is hidden must not keep the screen.
      if (isFull()) leaveFullScreen()
    }
  }, [box])
  const toggle = () => (wall ? leaveFullScreen() : enterFullScreen(box.current))
  return [wall, toggle]
}

interface Fit {
  /** For the element that is to be filled. */
  area: RefCallback<HTMLElement> | undefined
  tile: WallTile | undefined
  style: CSSProperties | undefined
}

/**
 * Fits tiles into what a wall screen leaves them; nothing elsewhere, nor on a phone, which is scrolled.
 * @param kinds of tiles that will do, from the one that shows most
 */
export function useWallFit(wall: boolean, rooms: readonly number[], kinds?: readonly WallTile[]): Fit {
  const narrow = useNarrow()
  const [area, setArea] = useState<Area>()
  const watch = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(entries => setArea(entries.at(-1)?.contentRect))
    observer.observe(element)
    const stop = turning(element)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [])
  const nothing = { area: undefined, tile: undefined, style: undefined }
  if (!wall || narrow) return nothing
  return { ...nothing, ...(area && wallFit(area, rooms, kinds)), area: watch }
}
