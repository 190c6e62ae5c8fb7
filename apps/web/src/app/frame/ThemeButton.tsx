import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { memo } from 'react'
import { chooseTheme, type ThemeChoice, useTheme } from '../../theme/mode.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import styles from './Header.module.css'

const choices: readonly { key: ThemeChoice; label: string; icon: React.ReactNode }[] = [
  { key: 'light', label: '浅色', icon: <SunOutlined /> },
  { key: 'dark', label: '深色', icon: <MoonOutlined /> },
  { key: 'system', label: '跟随系统', icon: <DesktopOutlined /> },
]

/** Light, dark, or as the system has it. */
export const ThemeButton = memo(function ThemeButton() {
  const choice = useTheme(state => state.choice)
  return (
    <MenuButton
      className={styles.icon}
      aria-label="主题"
      title="主题"
      placement="bottomRight"
      menu={() => ({
        items: [...choices],
        selectedKeys: [choice],
        onClick: ({ key }) => {
          const chosen = choices.find(choice => choice.key === key)
          if (chosen !== undefined) chooseTheme(chosen.key)
        },
      })}
    >
      {/* The style sheet shows the theme's own: the server does not know it. */}
      <SunOutlined className={styles.sun ?? ''} />
      <MoonOutlined className={styles.moon ?? ''} />
    </MenuButton>
  )
})
