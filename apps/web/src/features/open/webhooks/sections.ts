import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const webhookSections: Sections = {
  openApi: [
    {
      name: 'webhooks',
      title: '事件推送',
      access: ['system:open'],
      content: lazyPage(() => import('./EndpointList.tsx')),
    },
    {
      name: 'deliveries',
      title: '推送记录',
      access: ['system:open'],
      content: lazyPage(() => import('./DeliveryList.tsx')),
    },
  ],
}
