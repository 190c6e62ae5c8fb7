import { App } from 'antd'
import { copyText } from './copyText.ts'

/** Puts a text on the clipboard and says so, or what to do where the browser forbids it. */
export function useCopy(): (what: string, text: string) => Promise<void> {
  const { message } = App.useApp()
  return async (what, text) => {
    if (await copyText(text)) message.success(`${what}已复制`)
    else message.error(`浏览器不允许复制，请选中${what}后手动复制`)
  }
}
