import { StarFilled, StarOutlined } from '@ant-design/icons'
import { mostPinnedScreens, pins } from '@drivesim/contract/tools/pins'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../api/query.ts'
import { pinsQuery } from '../../ui/record/pins.ts'
import type { Destination } from '../guard/route.ts'
import styles from './Header.module.css'

/** 收藏: puts the page that is shown into the menu's first group, or takes it out again. Pages of the menu have it, but for 首页, which is first anyway. */
export function StarButton({ destination }: { destination: Destination }) {
  const starred = useQuery(pinsQuery).data?.screens
  const save = useChange(pins.setScreens, { invalidates: [pins.mine] })
  const screen = destination.kind === 'screen' && !destination.screen.hidden ? destination.screen : undefined
  if (screen === undefined || screen.name === 'home' || starred === undefined) return null
  const { name, title } = screen
  const isStarred = starred.includes(name)
  const full = !isStarred && starred.length >= mostPinnedScreens
  const word = isStarred ? '取消收藏' : full ? `最多收藏 ${mostPinnedScreens} 个页面` : '收藏'
  const press = () => {
    if (full || save.isPending) return
    save.mutate({ screens: isStarred ? starred.filter(one => one !== name) : [...starred, name] })
  }
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={`收藏${title}`}
      aria-pressed={isStarred}
      aria-disabled={full}
      title={word}
      onClick={press}
    >
      {isStarred ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
    </button>
  )
}
