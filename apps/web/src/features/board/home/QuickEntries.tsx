import { Link } from 'react-router'
import { useHeldCodes } from '../../../api/me.ts'
import { useScreens } from '../../../app/screens/screenIndex.ts'
import { entriesOf } from './entries.ts'

/** What people begin most, each one click from its form; the pages themselves are in the menu. */
export function QuickEntries() {
  const heldCodes = useHeldCodes()
  const screens = useScreens()
  const entries = entriesOf(screens, heldCodes)
  if (heldCodes.size === 0)
    return <span className="ui-quiet">还没有办理业务的权限，请联系管理员分配角色</span>
  if (entries.length === 0) return null
  return (
    <nav className="ui-head-actions" aria-label="快捷操作">
      {entries.map(({ title, to, icon: Icon }) => (
        <Link key={to} className="ui-link-button" to={to}>
          {Icon !== undefined && <Icon aria-hidden />}
          {title}
        </Link>
      ))}
    </nav>
  )
}
