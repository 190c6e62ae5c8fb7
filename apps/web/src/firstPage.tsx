import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { meQuery } from './api/me.ts'
import { LayoutFrame, type MenuChoice } from './app/frame/LayoutFrame.tsx'
import { unreadQuery } from './app/frame/unread.ts'
import { homePath } from './app/guard/paths.ts'
import { destinationOf } from './app/guard/route.ts'
import { restoreTabs } from './app/tabs/address.ts'
import { TabStrip } from './app/tabs/TabBar.tsx'
import styles from './app/tabs/TabPages.module.css'
import HomePage from './features/home/HomePage.tsx'
import { overviewQuery } from './features/home/overview.ts'
import type { FirstAnswers } from './firstCalls.ts'
import { antdTheme } from './theme/antd.ts'

/** Neither folded nor small: where it is, index.html does not show the picture. */
const menu: MenuChoice = {
  narrow: false,
  collapsed: false,
  drawerOpen: false,
  toggle: () => undefined,
  closeDrawer: () => undefined,
}
const theme = antdTheme('light', true)
const tabs = restoreTabs([], () => true)

/**
 * Draws 首页 as the browser will, for the server: a picture of it, seen before the browser has the code
 * (docs/decisions/0014). Of the tabs it shows the one that is always there; what differs between light and dark are
 * custom properties.
 */
export function drawFirstPage({ me, overview, unread }: FirstAnswers): string {
  const client = new QueryClient()
  client.setQueryData(meQuery.queryKey, me)
  client.setQueryData(overviewQuery.queryKey, overview)
  client.setQueryData(unreadQuery.queryKey, unread)
  const held = new Set(me.permissions)
  return renderToString(
    <StaticRouter location={homePath}>
      <QueryClientProvider client={client}>
        <ConfigProvider theme={theme}>
          <App component={false}>
            <LayoutFrame
              me={me}
              held={held}
              destination={destinationOf(homePath, held)}
              menu={menu}
              tabs={<TabStrip tabs={tabs} activeKey={tabs[0]?.key ?? null} />}
            >
              <div className={styles.pane}>
                <HomePage />
              </div>
            </LayoutFrame>
          </App>
        </ConfigProvider>
      </QueryClientProvider>
    </StaticRouter>,
  )
}
