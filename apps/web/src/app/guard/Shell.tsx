import 'antd:shell.css'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Suspense, useDeferredValue, useEffect, useMemo } from 'react'
import { onApiError } from '../../api/callError.ts'
import { onFactorMissing } from '../../api/hurdles.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/queryClient.ts'
import { endSession, useSession } from '../../api/session.ts'
import { antdTheme } from '../../theme/antd.ts'
import { useTheme } from '../../theme/mode.ts'
import { useDialogs } from '../frame/dialogs.ts'
import { Layout } from '../frame/Layout.tsx'
import { giveStylesNonce, nonce } from '../setup/styleNonce.ts'
import { dropTabs } from '../tabs/tabs.ts'
import { endChecks, formsKeptFor } from '../tabs/unsaved.ts'
import { texts } from '../texts.ts'
import { messagesOnce, mostMessages } from './failureMessages.tsx'
import { HurdleHost } from './HurdleHost.tsx'
import { IdleWatch } from './IdleWatch.tsx'
import { useNavigation } from './useNavigation.ts'
import { Waiting } from './Waiting.tsx'

dayjs.locale('zh-cn')

// What one person saw is not there for the next one.
useSession.subscribe(({ signedIn, left }) => {
  if (signedIn) return
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (left || me !== undefined) endChecks(left || me === undefined ? null : me.userId)
  queryClient.clear()
  dropTabs()
})

giveStylesNonce()
const csp = { nonce }
/** Pixels: where people are, and the way back, stay in sight and in reach beside a message. */
const belowTabs = 96
const button = { autoInsertSpace: false }
const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Everything behind the sign-in: component library, query cache, and the second half of the guard. */
export function Shell() {
  const theme = useTheme(state => state.theme)
  const tokens = useMemo(() => antdTheme(theme, !reducedMotion), [theme])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider locale={zhCN} theme={tokens} csp={csp} button={button}>
        <App component={false} message={{ maxCount: mostMessages, top: belowTabs }}>
          <Entered />
          <HurdleHost />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

/** The first navigation loads the user info; where that fails the session ends (spec §4). */
function Entered() {
  const { message } = App.useApp()
  const { firstPassword: FirstPassword, firstFactor: FirstFactor } = useDialogs()
  const { data: me = null, error } = useQuery(meQuery)
  // Deferred, the whole layout is rendered in slices; between them the page answers.
  const entered = useDeferredValue(me, null)
  const navigation = useNavigation(me)
  useEffect(() => onApiError(messagesOnce(message)), [message])
  useEffect(
    () => onFactorMissing(() => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })),
    [],
  )
  useEffect(() => {
    if (error === null || me !== null) return
    endSession({ why: error.message })
  }, [error, me])
  const userId = me?.userId
  useEffect(() => {
    if (userId === undefined) return
    const forms = formsKeptFor(userId)
    if (forms.length > 0) void message.info(texts.formsKept(forms), 8)
  }, [message, userId])
  if (entered === null) return <Waiting />
  const { mustChangePassword, mustAddFactor, mostIdleMinutes } = entered
  const idleWatch = mostIdleMinutes !== null && <IdleWatch mostMinutes={mostIdleMinutes} />
  if (!mustChangePassword && !mustAddFactor)
    return (
      <>
        <Layout key={entered.userId} me={entered} {...navigation} />
        {idleWatch}
      </>
    )
  return (
    <Suspense fallback={<Waiting />}>
      {mustChangePassword ? <FirstPassword me={entered} /> : <FirstFactor me={entered} />}
      {idleWatch}
    </Suspense>
  )
}
