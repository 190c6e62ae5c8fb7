import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const notifications = '\0no-notifications'

/** antd's `App` brings messages, dialogs and notifications. Nothing here shows the last: their code, 3 kB, stays out. */
export const noNotifications: Plugin = {
  name: 'no-notifications',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    id === '../notification/useNotification' && importer.includes('/antd/es/app/') ? notifications : null,
  load: id => (id === notifications ? 'export default () => [{}, null]' : null),
}

const icon = fileURLToPath(new URL('../src/ui/speed/Icon.tsx', import.meta.url))

/** Icons are made by a component of our own. */
export const lightIcons: Plugin = {
  name: 'light-icons',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    id === '../components/AntdIconLight' && importer.includes('/@ant-design/icons/es/icons/') ? icon : null,
}
