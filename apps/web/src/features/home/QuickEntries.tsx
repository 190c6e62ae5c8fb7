import { Link } from 'react-router'
import { useHeldCodes } from '../../api/me.ts'
import { homePath } from '../../app/paths.ts'
import { mayOpen } from '../../app/route.ts'
import { constructionScreens, groupByName, screens } from '../../screens.ts'
import { Panel } from '../../ui/PageHead.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** The pages of the menu that this person may open and that exist; it grows with the product. */
export function QuickEntries() {
  const held = useHeldCodes()
  const entries = screens.filter(
    screen =>
      !screen.hidden &&
      screen.path !== homePath &&
      !constructionScreens.includes(screen) &&
      mayOpen(screen, held),
  )
  return (
    <Panel title="常用功能">
      {entries.length === 0 ? (
        <EmptyState title="还没有可用的功能" hint="请联系管理员为您的账号分配角色" />
      ) : (
        <div className="home-entries">
          {entries.map(({ path, title, icon, group }) => {
            const Icon = icon ?? (group === undefined ? undefined : groupByName.get(group)?.icon)
            return (
              <Link key={path} to={path}>
                {Icon !== undefined && <Icon aria-hidden />}
                {title}
              </Link>
            )
          })}
        </div>
      )}
    </Panel>
  )
}
