import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'
import { anyUnsaved } from '../tabs/unsaved.ts'

/** Code of a page that has not come by then never will (spec §9). */
const chunkTimeoutMs = 120_000

/** The page's code did not come; the message is for the person, 重试 reloads. */
export class PageLoadError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'PageLoadError'
  }
}

type Load<P> = () => Promise<{ default: ComponentType<P> }>

export type LazyPage<P extends object = object> = FunctionComponent<P> & {
  /** Fetches the code of a page that is about to be opened; settles in any case. */
  readonly prefetch: () => Promise<void>
}

/** A page whose code comes when it is first opened; see {@link loadPage} for what happens when it does not come. */
export function lazyPage<P extends object = object>(load: Load<P>): LazyPage<P> {
  const Later = lazy(() => loadPage(load))
  let here: ComponentType<P> | undefined
  // Code that is here is not waited for: after a promise, even a kept one, React shows for 0.3 s that it waits.
  const Page = (props: P) => {
    const [Code] = useState(() => here ?? Later)
    return createElement(Code, props)
  }
  const prefetch = async () => {
    // What does not come now is asked for again, and missed aloud, when the page is opened.
    const page = await load().catch(() => undefined)
    here = page?.default
  }
  return Object.assign(Page, { prefetch })
}

/**
 * Loads code with the time limit. When it is gone (a new version was deployed) the window reloads by itself,
 * once per version and never over unsaved input; after that the sentence and 重试 remain (product §14).
 */
export async function loadPage<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PageLoadError('页面等了 120 秒还没有加载完成，请检查网络后重试')),
      chunkTimeoutMs,
    )
  })
  try {
    return await Promise.race([load(), tooLate])
  } catch (error) {
    if (error instanceof PageLoadError) throw error
    console.error('page code did not load', error)
    if (mayReload()) location.reload()
    throw new PageLoadError('页面没有加载成功，可能是网络中断，或系统刚刚更新了版本，请重试')
  } finally {
    clearTimeout(timer)
  }
}

/** Once per version: the address of this module carries the build's hash, so a newly deployed one may reload again. */
function mayReload(): boolean {
  const key = 'reloadedForVersion'
  if (!navigator.onLine || anyUnsaved() || sessionStorage.getItem(key) === import.meta.url) return false
  sessionStorage.setItem(key, import.meta.url)
  return true
}
