import {
  BellOutlined,
  CompassOutlined,
  DownOutlined,
  GiftOutlined,
  LogoutOutlined,
  MailOutlined,
  ThunderboltOutlined,
  UnorderedListOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { Me } from '@drivesim/contract/people/account'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { useNavigate } from 'react-router'
import { LazyOverlay } from '../../ui/LazyPart.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { Portrait } from '../../ui/picture/Portrait.tsx'
import { askGuide } from '../guide/guide.ts'
import { useScreens } from '../screens/screenIndex.ts'
import { CountMark } from '../speed/CountMark.tsx'
import { texts } from '../texts.ts'
import { useDialogs } from './dialogs.ts'
import styles from './Header.module.css'
import { showJobs } from './jobs.ts'
import { showKeys } from './keys.ts'
import { hideNotMe, useNotMe } from './notMe.ts'
import { unreadQuery } from './unread.ts'
import { useLogout } from './useLogout.ts'

type Dialog = 'centre' | 'messages'

/** Bell with the unread count (opens 系统信息), the person and their menu (open 个人中心), and the way out. */
export const UserArea = memo(function UserArea({ me }: { me: Me }) {
  const screens = useScreens()
  const { personalCentre: PersonalCentre, systemMessages: SystemMessages } = useDialogs()
  const navigate = useNavigate()
  const askLogout = useLogout()
  const { data: unread = 0 } = useQuery(unreadQuery)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  // A message about the account led here: changing the password ends every other session.
  const saysNotMe = useNotMe(({ shown }) => shown)
  const acts: Readonly<Record<string, () => void>> = {
    centre: () => setDialog('centre'),
    messages: () => void navigate(screens.byName.get('message_page')?.path ?? '/'),
    jobs: () => showJobs(null),
    keys: showKeys,
    tour: () => askGuide('tour'),
    news: () => askGuide('news'),
    logout: askLogout,
  }
  return (
    <>
      <button
        type="button"
        className={styles.icon}
        aria-label={unread > 0 ? `${texts.systemMessages}，${unread} 条未读` : texts.systemMessages}
        title={texts.systemMessages}
        onClick={() => setDialog('messages')}
      >
        <CountMark count={unread}>
          <BellOutlined className={styles.bell ?? ''} />
        </CountMark>
      </button>
      <button
        type="button"
        className={`${styles.icon} ${styles.centre}`}
        aria-label={texts.personalCentre}
        title={texts.personalCentre}
        onClick={acts.centre}
      >
        <Portrait size={28} src={me.avatar} />
      </button>
      <MenuButton
        className={styles.person}
        aria-label={`${me.userName}，用户菜单`}
        placement="bottomRight"
        menu={() => ({
          items: [
            { key: 'centre', label: texts.personalCentre, icon: <UserOutlined /> },
            { key: 'messages', label: texts.messages, icon: <MailOutlined /> },
            { key: 'jobs', label: texts.jobs, icon: <UnorderedListOutlined /> },
            { key: 'keys', label: texts.keys, icon: <ThunderboltOutlined /> },
            { key: 'tour', label: texts.tour, icon: <CompassOutlined /> },
            { key: 'news', label: texts.news, icon: <GiftOutlined /> },
            { type: 'divider' },
            { key: 'logout', label: texts.logout, icon: <LogoutOutlined /> },
          ],
          onClick: ({ key }) => acts[key]?.(),
        })}
      >
        <span className={styles.face}>
          <Portrait size={28} src={me.avatar} />
        </span>
        <span className={styles.name}>{me.userName}</span>
        <DownOutlined className={styles.more ?? ''} aria-hidden />
      </MenuButton>
      <button
        type="button"
        className={`${styles.icon} ${styles.logout}`}
        aria-label={texts.logout}
        title={texts.logout}
        onClick={askLogout}
      >
        <LogoutOutlined />
      </button>
      {dialog !== null && (
        <LazyOverlay onClosed={() => setDialog(null)}>
          {dialog === 'centre' && <PersonalCentre me={me} onClosed={() => setDialog(null)} />}
          {dialog === 'messages' && <SystemMessages onClosed={() => setDialog(null)} />}
        </LazyOverlay>
      )}
      {saysNotMe && (
        <LazyOverlay onClosed={hideNotMe}>
          <PersonalCentre me={me} page="password" onClosed={hideNotMe} />
        </LazyOverlay>
      )}
    </>
  )
})
