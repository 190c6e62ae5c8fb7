import { RightOutlined } from '@ant-design/icons'
import type { Banner, MenuNode } from '@drivesim/contract/schools/apps/appShapes'
import { apps } from '@drivesim/contract/schools/apps/apps'
import { courses } from '@drivesim/contract/schools/courses'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/query.ts'
import { gearName } from '../../../parts/gearTypes.ts'
import { money } from '../../../ui/format.ts'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { MenuIcon } from './menuIcons.tsx'
import styles from './phone.module.css'

/** More than any app has. */
const mostBanners = 100

interface Props {
  schoolId: number
  name: string
  tree: readonly MenuNode[]
}

/** The app of one school as a phone shows it today: banners, menu, courses on sale. */
export function PhonePreview({ schoolId, name, tree }: Props) {
  const banners = useQuery(query(apps.banners, { schoolId, page: 0, pageSize: mostBanners }))
  const offers = useQuery(query(courses.ofSchool, { schoolId }))
  const shown = (banners.data?.dataList ?? []).filter(({ showing }) => showing)
  const small = tree.filter(({ ifSmall }) => ifSmall)
  const rows = tree.filter(({ ifSmall }) => !ifSmall)
  const offered = (offers.data ?? []).filter(offer => offer.offered)
  return (
    <section className={styles.phone} aria-label="手机预览">
      <div className={styles.head}>{name}</div>
      <div className={styles.body}>
        <Banners banners={shown} />
        {small.length > 0 && (
          <ul className={styles.small}>
            {small.map(menu => (
              <li key={menu.menuId}>
                <MenuIcon name={menu.icon} />
                {menu.menuName}
              </li>
            ))}
          </ul>
        )}
        {rows.length > 0 && (
          <ul className={styles.rows}>
            {rows.map(menu => (
              <li key={menu.menuId}>
                <MenuIcon name={menu.icon} />
                <div>
                  {menu.menuName}
                  {menu.children.length > 0 && (
                    <small>{menu.children.map(({ menuName }) => menuName).join(' · ')}</small>
                  )}
                </div>
                <RightOutlined aria-hidden />
              </li>
            ))}
          </ul>
        )}
        {offered.length > 0 && (
          <>
            <h3>课程</h3>
            <ul className={styles.courses}>
              {offered.map(({ courseId, courseName, gearType, price, coursePrice }) => (
                <li key={courseId}>
                  <div>
                    {courseName}
                    <small>{gearName(gearType)}</small>
                  </div>
                  <strong className="ui-digits">{money(price ?? coursePrice)}</strong>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}

/** One at a time, with a dot for each. */
function Banners({ banners }: { banners: readonly Banner[] }) {
  const [chosen, choose] = useState(0)
  const shown = banners[chosen] ?? banners[0]
  if (shown === undefined) return <p className={styles.none}>今天没有展示的轮播图</p>
  return (
    <div className={styles.banner}>
      <Picture className={styles.shown} src={shown.imageUrl} alt={shown.title} />
      <div className={styles.dots}>
        {banners.map((banner, index) => (
          <button
            key={banner.swiperId}
            type="button"
            aria-label={`第 ${index + 1} 张：${banner.title}`}
            aria-pressed={banner === shown}
            onClick={() => choose(index)}
          />
        ))}
      </div>
    </div>
  )
}
