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

/** How long somebody who waits has to say that they got it. */
const answeredMs = 2_000

/**
 * In the window that was opened for the provider: hands over what it came back with, and closes once that has arrived.
 * @param onNobody called where nobody waits for it: somebody came by a link of elsewhere, and what that says is dropped
 * @returns whether it was one
 */
export function handOverAnswer(onNobody: () => void): boolean {
  const answer = answerIn(location)
  if (answer === null || sessionStorage.getItem(stateKey) === answer.state) return false
  history.replaceState(null, '', loginPath)
  const channel = new BroadcastChannel(channelName)
  const timer = setTimeout(() => {
    channel.close()
    onNobody()
  }, answeredMs)
  channel.onmessage = ({ data }: MessageEvent<{ taken?: string }>) => {
    if (data.taken !== answer.state) return
    clearTimeout(timer)
    channel.close()
    window.close()
    // Not every browser lets itself be closed so.
    if (!window.closed) onNobody()
  }
  channel.postMessage(answer)
  return true
}

/** Who is back in this window has come from the provider's; what that hands over may still be under way. */
const graceMs = 1_500

/**
 * Opens the provider in a window of its own, and waits for what it comes back with. @throws CallError where somebody comes back without
 */
export function askProvider(url: string): Promise<ProviderAnswer> {
  const state = new URL(url).searchParams.get('state')
  const opened = window.open(url, 'provider', 'popup,width=520,height=680')
  return new Promise((resolve, reject) => {
    if (opened === null) return reject(new CallError('浏览器拦截了登录窗口，请允许弹出窗口后重试'))
    const channel = new BroadcastChannel(channelName)
    let timer: ReturnType<typeof setTimeout> | undefined
    // Not whether it is closed: pages of elsewhere are cut off from this one (Cross-Origin-Opener-Policy), and look so at once.
    const back = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        end()
        reject(new CallError('单点登录没有完成，请重试'))
      }, graceMs)
    }
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('focus', back)
      channel.close()
    }
    window.addEventListener('focus', back)
    channel.onmessage = ({ data }: MessageEvent<ProviderAnswer>) => {
      if (data.state !== state) return
      channel.postMessage({ taken: state })
      end()
      resolve(data)
    }
  })
}
