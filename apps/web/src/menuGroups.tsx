import {
  AccountBookOutlined,
  AppstoreOutlined,
  BankOutlined,
  DesktopOutlined,
  FormOutlined,
  IdcardOutlined,
  SettingOutlined,
  ShoppingOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { ScreenGroup } from './app/screens/screen.ts'

/** The groups of the menu, in its order (spec §2). */
export const groups: readonly ScreenGroup[] = [
  { path: '/device', name: 'device', title: '设备管理', icon: DesktopOutlined, access: ['device'] },
  { path: '/institution', name: 'institution', title: '机构管理', icon: BankOutlined },
  { path: '/finacial', name: 'finacial', title: '财务管理', icon: AccountBookOutlined, access: ['finance'] },
  { path: '/orderManage', name: 'orderManage', title: '订单管理', icon: ShoppingOutlined },
  { path: '/student', name: 'student', title: '学员管理', icon: IdcardOutlined },
  { path: '/enroll', name: 'enroll', title: '招生管理', icon: FormOutlined, hidden: true },
  { path: '/system', name: 'system', title: '系统管理', icon: SettingOutlined, access: ['system'] },
  { path: '/operation', name: 'operation', title: '运维管理', icon: ToolOutlined, access: ['ops'] },
  { path: '/operationAnother', name: 'operationAnother', title: '运营管理', icon: AppstoreOutlined },
]
