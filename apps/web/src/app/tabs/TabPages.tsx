import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  memo,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { Route, Routes } from 'react-router'
import { meQuery } from '../../api/me.ts'
import { BeforeCloseContext } from '../../ui/beforeClose.ts'
import { TurnContext } from '../../ui/record/trail.ts'
import { useKeptFocus } from '../../ui/useKeptFocus.ts'
import { Watermark, WatermarkContext } from '../../ui/Watermark.tsx'
import { ErrorBoundary } from '../guard/ErrorBoundary.tsx'
import { endProgress } from '../guard/progress.ts'
import { Waiting } from '../guard/Waiting.tsx'
import { useScreens } from '../screens/screenIndex.ts'
import { KeptPage } from '../speed/KeptPage.tsx'
import { useKeptPages } from '../speed/useKeptPages.ts'
import { addressOf } from './address.ts'
import { TabKeyContext } from './recordName.ts'
import styles from './TabPages.module.css'
import { useTabs } from './tabs.ts'
import { keeperOf } from './unsaved.ts'
import { useTabActions } from './useTabActions.ts'

/** The pages of the open tabs. All that were looked at stay alive; the hidden ones neither poll nor listen. */
export const TabPages = memo(function TabPages() {
  const screens = useScreens()
  const { tabs, activeKey, reloads } = useTabs()
  const keptPages = useKeptPages(tabs, activeKey)
  const turn = useTurn()
  const open = new Map(tabs.map(tab => [tab.key, tab]))
  // In this order, not the bar's: when a page's element is moved, the page scrolls back to its top.
  const pages = keptPages.keptKeys.map(key => {
    const tab = open.get(key)
    if (tab === undefined) return null
    const reloaded = reloads[key] ?? 0
    return (
      <KeptPage
        key={`${key} ${reloaded}`}
        seen={key === activeKey}
        runs={key === activeKey && key === keptPages.runningKey}
      >
        <TabPage tabKey={key} name={tab.name} address={addressOf(screens, tab)} reloaded={reloaded > 0} />
      </KeptPage>
    )
  })
  return <TurnContext value={turn}>{pages}</TurnContext>
})

/** The same for good, so that no page is rendered for it. */
function useTurn(): (path: string) => void {
  const { turn } = useTabActions()
  const latest = useRef(turn)
  useLayoutEffect(() => {
    latest.current = turn
  })
  return useCallback(path => latest.current(path), [])
}

interface TabPageProps {
  readonly tabKey: string
  readonly name: string
  /** The tab's own path and query, so that what the page reads from them is the tab's and not the window's. */
  readonly address: string
  /** Whether somebody had it loaded anew. */
  readonly reloaded: boolean
}

/** Memoised: switching tabs renders only the two that change. */
const TabPage = memo(function TabPage({ tabKey, name, address, reloaded }: TabPageProps) {
  const screen = useScreens().byName.get(name)
  const { data: me } = useQuery(meQuery)
  const keeper = useMemo(() => keeperOf(tabKey), [tabKey])
  if (screen === undefined) return null
  const Page = screen.page
  return (
    <TabKeyContext value={tabKey}>
      <BeforeCloseContext value={keeper}>
        <WatermarkContext value={screen.personal ? (me?.userAccount ?? null) : null}>
          <Pane>
            <ErrorBoundary resetKey={address}>
              <Suspense fallback={<Waiting />}>
                <Routes location={address}>
                  <Route path={screen.path} element={<Page />} />
                </Routes>
                <Arrived />
                {reloaded && <ReadAgain />}
              </Suspense>
            </ErrorBoundary>
          </Pane>
          <Watermark />
        </WatermarkContext>
      </BeforeCloseContext>
    </TabKeyContext>
  )
})

/** The page stands, for the first time or again. */
function Arrived() {
  useEffect(endProgress, [])
  return null
}

/** A page that somebody had loaded anew asks for its data again, however fresh they are; once, not whenever it is shown. */
function ReadAgain() {
  const client = useQueryClient()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    // Only what is shown is active. What the page asked for by itself as it began is on its way.
    void client.refetchQueries({ type: 'active' }, { cancelRefetch: false })
  }, [client])
  return null
}

/** Some page was: the first of a visit leaves the focus at the top of the window, where the keyboard begins. */
let wasShown = false

/** Each tab scrolls by itself; one that comes back is where it was, which not every browser keeps for what was not displayed. */
function Pane({ children }: { children: React.ReactNode }) {
  const { ref: pane, onFocus, goOn } = useKeptFocus<HTMLElement>()
  const top = useRef(0)
  useLayoutEffect(() => {
    if (pane.current !== null && top.current > 0) pane.current.scrollTop = top.current
  }, [pane])
  // Whenever the page is shown, the focus of the one before comes along; what has it in menu, head and tabs keeps it.
  const shown = useEffectEvent(() => {
    const { activeElement } = document
    const holder = activeElement?.closest('[data-pane]') ?? null
    const isLost = activeElement === document.body || (holder !== null && holder !== pane.current)
    if (wasShown && isLost) goOn()
    wasShown = true
  })
  useEffect(() => shown(), [])
  return (
    <main
      ref={pane}
      className={styles.pane}
      data-pane=""
      tabIndex={-1}
      onFocus={onFocus}
      onScroll={event => {
        top.current = event.currentTarget.scrollTop
      }}
    >
      {children}
    </main>
  )
}
