import { ApiOutlined } from '@ant-design/icons'
import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const apiKeySections: Sections = {
  personalCentre: [
    {
      name: 'apiKeys',
      title: '接口密钥',
      icon: ApiOutlined,
      content: lazyPage(() => import('./OwnApiKeys.tsx')),
    },
  ],
  openApi: [{ name: 'apiKeys', title: '接口密钥', content: lazyPage(() => import('./ApiKeyList.tsx')) }],
}
