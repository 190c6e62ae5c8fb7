import { BellOutlined, LogoutOutlined, MailOutlined, UserOutlined } from '@ant-design/icons'
import type { Me } from '@drivesim/contract/account'
import { messages } from '@drivesim/contract/messages'
import { session } from '@drivesim/contract/session'
import { useQuery } from '@tanstack/react-query'
import { App, Avatar, Badge, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { query } from '../api/query.ts'
import { endSession } from '../api/session.ts'
import { screenByName } from '../screens.ts'
import { draggable } from '../ui/DraggableModal.tsx'
import styles from './Header.module.css'
import { texts } from './texts.ts'

/** Bell with the unread count, the person's menu, and the way out. */
export function UserArea({ me }: { me: Me }) {
  const navigate = useNavigate()
  const askLogout = useLogout()
  const { data: unread = 0 } = useQuery(query(messages.count, undefined, { quiet: true }))
  const openMessages = () => void navigate(screenByName.get('message_page')?.path ?? '/')
  return (
    <>
      <button
        type="button"
        className={styles.icon}
        aria-label={unread > 0 ? `${texts.messages}，${unread} 条未读` : texts.messages}
        title={texts.messages}
        onClick={openMessages}
      >
        <Badge count={unread} size="small">
          <BellOutlined className={styles.bell ?? ''} />
        </Badge>
      </button>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'messages', label: texts.messages, icon: <MailOutlined /> },
            { type: 'divider' },
            { key: 'logout', label: texts.logout, icon: <LogoutOutlined /> },
          ],
          onClick: ({ key }) => (key === 'logout' ? askLogout() : openMessages()),
        }}
      >
        <button type="button" className={styles.person} aria-label={`${me.userName}，用户菜单`}>
          <Avatar size={28} src={me.avatar ?? undefined} icon={<UserOutlined />} />
          <span className={styles.name}>{me.userName}</span>
        </button>
      </Dropdown>
      <button
        type="button"
        className={`${styles.icon} ${styles.logout}`}
        aria-label={texts.logout}
        title={texts.logout}
        onClick={askLogout}
      >
        <LogoutOutlined />
      </button>
    </>
  )
}

/** Asks 退出提示; leaving clears the session here even when the server cannot be told. */
function useLogout(): () => void {
  const { modal, message } = App.useApp()
  return () =>
    void modal.confirm({
      ...draggable,
      title: texts.logoutTitle,
      content: texts.logoutContent,
      okText: texts.confirm,
      cancelText: texts.cancel,
      onOk: async () => {
        await call(session.logout, undefined, { quiet: true }).catch((error: unknown) =>
          console.warn('sign-out was not heard by the server', error),
        )
        endSession({ left: true })
      },
      onCancel: () => void message.info(texts.logoutCancelled),
    })
}
