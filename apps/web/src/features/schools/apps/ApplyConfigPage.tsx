import { apps } from '@drivesim/contract/schools/apps/apps'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { AppFrame } from '../../../parts/AppFrame.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { BlockSkeleton, ErrorState } from '../../../ui/states.tsx'
import styles from './apps.module.css'
import { BannerPanel } from './BannerPanel.tsx'
import { MenuPanel } from './MenuPanel.tsx'
import { PhonePreview } from './PhonePreview.tsx'

/** 应用配置 of the school of `?organizationId=`: menu and banners, beside them the app as a phone shows it. */
export default function ApplyConfigPage() {
  return (
    <AppFrame page="applyConfig">
      {({ schoolId, name }) => <ApplyConfig schoolId={schoolId} name={name} />}
    </AppFrame>
  )
}

function ApplyConfig({ schoolId, name }: { schoolId: number; name: string }) {
  const menus = useQuery(query(apps.menus, { schoolId }, { quiet: true }))
  if (menus.error !== null) return <ErrorState error={menus.error} onRetry={() => void menus.refetch()} />
  if (menus.data === undefined) return <BlockSkeleton height={480} />
  return (
    <div className={styles.config}>
      <div className="ui-page">
        <MenuPanel schoolId={schoolId} tree={menus.data} />
        <BannerPanel schoolId={schoolId} />
      </div>
      <Panel title="手机预览" className={styles.preview}>
        <PhonePreview schoolId={schoolId} name={name} tree={menus.data} />
      </Panel>
    </div>
  )
}
