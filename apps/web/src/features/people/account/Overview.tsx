import { EditOutlined, KeyOutlined } from '@ant-design/icons'
import type { Me } from '@drivesim/contract/people/account'
import { Button } from 'antd'
import type { Section } from '../../../parts/sections.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Portrait } from '../../../ui/picture/Portrait.tsx'
import styles from './account.module.css'
import { OwnSessions } from './OwnSessions.tsx'
import { OwnSignIns } from './OwnSignIns.tsx'
import { subPages } from './subPages.ts'

type Entry = Pick<Section<never>, 'name' | 'title' | 'icon'>

const own: readonly Entry[] = [
  { name: 'password', title: subPages.password, icon: KeyOutlined },
  { name: 'profile', title: subPages.profile, icon: EditOutlined },
]
/** How many hues account.css has. */
const hues = 6

interface Props {
  me: Me
  /** The sub-pages that other domains bring. */
  others: readonly Entry[]
  onOpen: (page: string) => void
}

/** Who one is, and the ways to the sub-pages. */
export function Overview({ me, others, onOpen }: Props) {
  return (
    <>
      <div className={styles.person}>
        <Portrait size={72} src={me.avatar} alt="头像" />
        <div>
          <p className={styles.name}>{me.userName}</p>
          <p className="ui-quiet">{me.userOrganName}</p>
        </div>
      </div>
      <Facts
        items={[
          ['账号', me.userAccount],
          ['联系电话', me.userPhone],
          ['电子邮箱', me.userMail],
        ]}
      />
      <div className={styles.organs}>
        <h3 className={styles.label} id="centre-organs">
          管理机构
        </h3>
        {me.belongOrgans.length === 0 ? (
          <p className="ui-quiet">还没有管理机构，请联系管理员分配</p>
        ) : (
          <ul className={styles.tags} aria-labelledby="centre-organs">
            {me.belongOrgans.map((name, index) => (
              <li key={name} className={styles.tag} data-hue={index % hues}>
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.buttons}>
        {[...own, ...others].map(({ name, title, icon: Icon }) => (
          <Button key={name} icon={Icon && <Icon aria-hidden />} onClick={() => onOpen(name)}>
            {title}
          </Button>
        ))}
      </div>
      <OwnSessions />
      <OwnSignIns />
    </>
  )
}
