import { showApiError } from '../api/callError.ts'

/** Puts an element on the full screen; where the browser does not let it, somebody who pressed for it is told. */
export function enterFullScreen(element: Element | null): void {
  element?.requestFullscreen().catch(() => showApiError('浏览器没有允许全屏，请按 F11，或在浏览器设置中允许'))
}

/** Back to the window, where there is a way back. */
export function leaveFullScreen(): void {
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined)
}
