import { account } from '@drivesim/contract/people/account'
import { App } from 'antd'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { idleSeconds, secondsSinceSaid, watchInput } from '../../api/idle.ts'
import { endSession } from '../../api/session.ts'

const lookMs = 5_000
/** How long before the end it is said. */
const warnSeconds = 60
/** Who reads for long without a call is heard of so often. */
const saySeconds = 240
const key = 'idle'

/** Ends the session of somebody with codes of money who left the screen; any movement keeps it. The server counts as well. */
export function IdleWatch({ mostMinutes }: { mostMinutes: number }) {
  const { message } = App.useApp()
  useEffect(() => {
    const stop = watchInput()
    let warned = false
    const look = () => {
      const idle = idleSeconds()
      const left = mostMinutes * 60 - idle
      if (left <= 0) return endSession({ why: `您已 ${mostMinutes} 分钟没有操作，请重新登录` })
      if (left <= warnSeconds) {
        warned = true
        void message.warning({
          key,
          duration: 0,
          content: `${left} 秒后将退出登录，动一下鼠标或按任意键可继续使用`,
        })
      } else if (warned) {
        warned = false
        message.destroy(key)
      }
      if (idle < lookMs / 1000 && secondsSinceSaid() > saySeconds)
        void call(account.me, undefined, { quiet: true }).catch(() => undefined)
    }
    const timer = setInterval(look, lookMs)
    return () => {
      clearInterval(timer)
      message.destroy(key)
      stop()
    }
  }, [message, mostMinutes])
  return null
}
