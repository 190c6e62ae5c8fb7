import { type LazyCode, type LoadCode, lazyCode } from '../../ui/lazyCode.ts'
import { hasAnyUnsaved } from '../tabs/unsaved.ts'

export type LazyPage<P extends object = object> = LazyCode<P>

/**
 * A page that loads its code when it is first opened. When the code is gone (a new version was deployed) the window reloads by itself,
 * once per version and never over unsaved input; after that the sentence and 重试 remain.
 */
export function lazyPage<P extends object = object>(load: LoadCode<P>): LazyPage<P> {
  return lazyCode(load, {
    late: '页面等了 120 秒还没有加载完成，请检查网络后重试',
    gone: '页面没有加载成功，可能是网络中断，或系统刚刚更新了版本，请重试',
    onGone: () => {
      if (mayReload()) location.reload()
    },
  })
}

/** Once per version: the address of this module carries the build's hash, so a newly deployed one may reload again. */
function mayReload(): boolean {
  const key = 'reloadedForVersion'
  if (!navigator.onLine || hasAnyUnsaved()) return false
  try {
    if (sessionStorage.getItem(key) === import.meta.url) return false
    sessionStorage.setItem(key, import.meta.url)
    return true
  } catch {
    // What cannot be counted could go on for ever.
    return false
  }
}
