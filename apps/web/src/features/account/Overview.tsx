import { BellOutlined, EditOutlined, KeyOutlined, UserOutlined } from '@ant-design/icons'
import type { Me } from '@drivesim/contract/account'
import { Avatar, Button } from 'antd'
import { Facts } from '../../ui/Facts.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { type SubPage, subPages } from './subPages.ts'

const icons = {
  password: <KeyOutlined aria-hidden />,
  profile: <EditOutlined aria-hidden />,
  notices: <BellOutlined aria-hidden />,
}
const order: readonly SubPage[] = ['password', 'profile', 'notices']
/** How many hues account.css has. */
const hues = 6

/** Who one is, and the ways to the three sub-pages. */
export function Overview({ me, onOpen }: { me: Me; onOpen: (page: SubPage) => void }) {
  return (
    <>
      <div className="centre-person">
        <Avatar size={72} src={me.avatar ?? undefined} icon={<UserOutlined />} alt="头像" />
        <div>
          <p className="centre-name">{me.userName}</p>
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
      <div className="centre-organs">
        <h3 className="centre-label" id="centre-organs">
          管理机构
        </h3>
        {me.belongOrgans.length === 0 ? (
          <p className="ui-quiet">还没有管理机构，请联系管理员分配</p>
        ) : (
          <ul className="centre-tags" aria-labelledby="centre-organs">
            {me.belongOrgans.map((name, index) => (
              <li key={name} className="centre-tag" data-hue={index % hues}>
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="centre-buttons">
        {order.map(page => (
          <Button key={page} icon={icons[page]} onClick={() => onOpen(page)}>
            {subPages[page]}
          </Button>
        ))}
      </div>
      <OwnSessions />
    </>
  )
}
