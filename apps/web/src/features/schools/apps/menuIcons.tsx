import {
  AppstoreOutlined,
  CalendarOutlined,
  CarOutlined,
  EnvironmentOutlined,
  FileTextOutlined,
  GiftOutlined,
  HomeOutlined,
  MessageOutlined,
  PhoneOutlined,
  QuestionCircleOutlined,
  ReadOutlined,
  ShopOutlined,
  StarOutlined,
  TeamOutlined,
  TrophyOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import appsStyles from './apps.module.css'
import phoneStyles from './phone.module.css'

/** The pictures of the app's menu, by the name that the app knows them by. */
const icons: Readonly<Record<string, { label: string; Icon: ComponentType }>> = {
  car: { label: '汽车', Icon: CarOutlined },
  bus: { label: '班车', Icon: EnvironmentOutlined },
  calendar: { label: '日历', Icon: CalendarOutlined },
  read: { label: '书本', Icon: ReadOutlined },
  trophy: { label: '奖杯', Icon: TrophyOutlined },
  shop: { label: '商店', Icon: ShopOutlined },
  gift: { label: '礼物', Icon: GiftOutlined },
  star: { label: '星星', Icon: StarOutlined },
  team: { label: '团队', Icon: TeamOutlined },
  file: { label: '文件', Icon: FileTextOutlined },
  home: { label: '房屋', Icon: HomeOutlined },
  message: { label: '消息', Icon: MessageOutlined },
  phone: { label: '电话', Icon: PhoneOutlined },
  question: { label: '问号', Icon: QuestionCircleOutlined },
}

/** One of the pictures; a plain one where none was chosen. */
export function MenuIcon({ name }: { name: string | null }) {
  const Icon = icons[name ?? '']?.Icon ?? AppstoreOutlined
  return (
    <span className={phoneStyles.icon} aria-hidden>
      <Icon />
    </span>
  )
}

/** The pictures to choose from. */
export const iconOptions = Object.entries(icons).map(([value, { label, Icon }]) => ({
  value,
  name: label,
  label: (
    <span className={appsStyles.iconOption}>
      <Icon /> {label}
    </span>
  ),
}))
