import type { Me } from '@drivesim/contract/people/account'
import type { ReactNode } from 'react'
import type { Destination } from '../guard/route.ts'
import { texts } from '../texts.ts'
import { FactorNotice } from './FactorNotice.tsx'
import { Header } from './Header.tsx'
import { enterPage } from './keys.ts'
import styles from './LayoutFrame.module.css'
import type { MenuChoice } from './menuChoice.ts'
import { SideMenu } from './SideMenu.tsx'

interface Props {
  readonly me: Me
  readonly heldCodes: ReadonlySet<string>
  readonly destination: Destination
  readonly menu: MenuChoice
  readonly tabs: ReactNode
  readonly children: ReactNode
}

/** What stands around the pages: the menu, the head, the bar of tabs. */
export function LayoutFrame({ tabs, children, ...shared }: Props) {
  return (
    <div className={styles.layout} data-collapsed={shared.menu.collapsed}>
      <button type="button" className={styles.skip} onClick={enterPage}>
        {texts.toContent}
      </button>
      <SideMenu {...shared} />
      <div className={styles.main}>
        <Header {...shared} />
        {tabs}
        {shared.me.decidesAlone && (
          <p className={styles.alone} role="status">
            {texts.decidesAlone}
          </p>
        )}
        {shared.me.factorDueAt !== null && <FactorNotice me={shared.me} dueAt={shared.me.factorDueAt} />}
        <div className={styles.content}>{children}</div>
      </div>
    </div>
  )
}
