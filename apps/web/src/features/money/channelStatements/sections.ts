import { lazyPage } from '../../../app/screens/lazyPage.ts'
import type { Sections } from '../../../parts/sections.ts'

export const channelStatementsSections: Sections = {
  reconciliation: [
    {
      name: 'channel',
      title: '渠道对账',
      access: ['finance:accCheck'],
      content: lazyPage(() => import('./ChannelTab.tsx')),
    },
  ],
}
