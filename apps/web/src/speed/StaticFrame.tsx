import type { Me } from '@drivesim/contract/people/account'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { StaticRouter } from 'react-router'
import { LayoutFrame } from '../app/frame/LayoutFrame.tsx'
import type { MenuChoice } from '../app/frame/menuChoice.ts'
import { destinationOf } from '../app/guard/route.ts'
import { useScreens } from '../app/screens/screenIndex.ts'
import { restoreTabs } from '../app/tabs/address.ts'
import { TabStrip } from '../app/tabs/TabBar.tsx'
import styles from '../app/tabs/TabPages.module.css'
import { antdTheme } from '../theme/antd.ts'

/** Neither folded nor small: where it is, index.html does not show what the server rendered. */
const menu: MenuChoice = {
  narrow: false,
  collapsed: false,
  drawerOpen: false,
  toggle: () => undefined,
  closeDrawer: () => undefined,
}
const theme = antdTheme('light', true)

interface Props {
  readonly path: string
  readonly me: Me
  /** Holds the answers that the page and what stands around it are rendered from. */
  readonly client: QueryClient
  readonly children: ReactNode
}

/**
 * A page and what stands around it as the server renders them. Of the tabs it shows the one that is always there; what
 * differs between light and dark are custom properties.
 */
export function StaticFrame({ path, me, client, children }: Props) {
  const screens = useScreens()
  const heldCodes = new Set(me.permissions)
  const tabs = restoreTabs(screens, [], () => true)
  return (
    <StaticRouter location={path}>
      <QueryClientProvider client={client}>
        <ConfigProvider theme={theme}>
          <App component={false}>
            <LayoutFrame
              me={me}
              heldCodes={heldCodes}
              destination={destinationOf(screens, path, heldCodes)}
              menu={menu}
              tabs={<TabStrip tabs={tabs} activeKey={tabs[0]?.key ?? null} />}
            >
              <div className={styles.pane}>{children}</div>
            </LayoutFrame>
          </App>
        </ConfigProvider>
      </QueryClientProvider>
    </StaticRouter>
  )
}
