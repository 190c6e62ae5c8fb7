import { Link } from 'react-router'
import { useHeldCodes } from '../../api/me.ts'
import { homePath } from '../../app/guard/paths.ts'
import { mayOpen } from '../../app/guard/route.ts'
import { useScreens } from '../../app/screens/screenIndex.ts'
import { UnderConstruction } from '../../app/screens/UnderConstruction.tsx'

/** The pages of the menu that this person may open and that exist; it grows with the product. */
export function QuickEntries() {
  const held = useHeldCodes()
  const screens = useScreens()
  const entries = screens.list.filter(
    screen =>
      !screen.hidden &&
      screen.path !== homePath &&
      screen.page !== UnderConstruction &&
      mayOpen(screens, screen, held),
  )
  if (entries.length === 0) return <span className="ui-quiet">还没有可用的功能，请联系管理员分配角色</span>
  return (
    <nav className="ui-head-actions" aria-label="常用功能">
      {entries.map(({ path, title, icon, group }) => {
        const Icon = icon ?? (group === undefined ? undefined : screens.groupByName.get(group)?.icon)
        return (
          <Link key={path} className="ui-link-button" to={path}>
            {Icon !== undefined && <Icon aria-hidden />}
            {title}
          </Link>
        )
      })}
    </nav>
  )
}
