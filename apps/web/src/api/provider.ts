import { CallError } from './callError.ts'

/** What a provider of single sign-on sends people back with, in the address of the page of sign-in. */
export interface ProviderAnswer {
  readonly code: string
  readonly state: string
  readonly iss?: string
}

const stateKey = 'providerState'
const channelName = 'provider'
const loginPath = '/login'

/** What people call the provider; null: the installation has none. */
export function providerName(): string | null {
  const written = document.querySelector('meta[name="single-sign-on"]')?.getAttribute('content') ?? ''
  return written === '' || written.startsWith('__') ? null : written
}

/** Leaves for the provider; whoever comes back with this state began here. */
export function leaveForProvider({ url, state }: { url: string; state: string }): void {
  sessionStorage.setItem(stateKey, state)
  location.assign(url)
}

/** What the address says that somebody came back with; null: they did not come from there. */
function answerIn({ pathname, search }: Location): ProviderAnswer | null {
  const asked = new URLSearchParams(search)
  const [code, state, iss] = [asked.get('code'), asked.get('state'), asked.get('iss')]
  if (pathname !== loginPath || code === null || state === null) return null
  return { code, state, ...(iss === null ? {} : { iss }) }
}

/** What this page itself came back with, once; it goes from the address. */
export function takeOwnAnswer(): ProviderAnswer | null {
  const answer = answerIn(location)
  if (answer === null || sessionStorage.getItem(stateKey) !== answer.state) return null
  sessionStorage.removeItem(stateKey)
  history.replaceState(null, '', loginPath)
  return answer
}

/**
 * In the window that was opened for the provider: hands over what it came back with, and closes. @returns whether it does. A window that
 * somebody came to by a link of elsewhere stays, and nobody waits for what that says.
 */
export function handOverAnswer(): boolean {
  const answer = answerIn(location)
  if (answer === null || sessionStorage.getItem(stateKey) === answer.state) return false
  history.replaceState(null, '', loginPath)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(answer)
  channel.close()
  window.close()
  return window.closed
}

const lookMs = 500

/** Opens the provider in a window of its own, and waits for what it comes back with. @throws CallError where it is closed before */
export function askProvider(url: string): Promise<ProviderAnswer> {
  const state = new URL(url).searchParams.get('state')
  // Its own pages must not reach this one; whether it is closed can still be asked.
  const opened = window.open(url, 'provider', 'popup,width=520,height=680')
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(channelName)
    const end = () => {
      clearInterval(timer)
      channel.close()
    }
    const timer = setInterval(() => {
      if (opened !== null && !opened.closed) return
      end()
      reject(
        new CallError(
          opened === null ? '浏览器拦截了登录窗口，请允许弹出窗口后重试' : '登录窗口已关闭，请重试',
        ),
      )
    }, lookMs)
    channel.onmessage = ({ data }: MessageEvent<ProviderAnswer>) => {
      if (data.state !== state) return
      end()
      resolve(data)
    }
  })
}
