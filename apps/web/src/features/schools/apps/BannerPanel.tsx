import { CheckCircleOutlined, ClockCircleOutlined, PlusOutlined, StopOutlined } from '@ant-design/icons'
import { businessDayOf } from '@drivesim/contract/businessDay'
import { type Banner, bannerList } from '@drivesim/contract/schools/apps/appShapes'
import { apps } from '@drivesim/contract/schools/apps/apps'
import { Button } from 'antd'
import { useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { Can, useCan } from '../../../ui/Can.tsx'
import { DaySpan } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { number } from '../../../ui/format.ts'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import type { RowAction } from '../../../ui/list/types.ts'
import { Panel } from '../../../ui/PageHead.tsx'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import styles from './apps.module.css'
import { BannerForm } from './BannerForm.tsx'
import { bannerReads } from './reads.ts'

const columns = columnsOf(bannerList, {
  title: row => (
    <span className={styles.banner}>
      <Picture className={styles.thumbnail} src={row.imageUrl} alt="" />
      <span>{row.title}</span>
    </span>
  ),
  showing: row => <Showing banner={row} />,
  period: row => <DaySpan from={row.begin} until={row.end} />,
  schools: row => (row.schoolIds.length === 0 ? '全部驾校' : `${number(row.schoolIds.length)} 所驾校`),
})

function Showing({ banner }: { banner: Banner }) {
  if (banner.showing)
    return (
      <StateTag tone="good" icon={<CheckCircleOutlined aria-hidden />}>
        展示中
      </StateTag>
    )
  return banner.begin > businessDayOf(serverNow()) ? (
    <StateTag tone="warn" icon={<ClockCircleOutlined aria-hidden />}>
      未开始
    </StateTag>
  ) : (
    <StateTag tone="off" icon={<StopOutlined aria-hidden />}>
      已结束
    </StateTag>
  )
}

/** The banners of one school's app, those for all schools among them. */
export function BannerPanel({ schoolId }: { schoolId: number }) {
  const [editing, edit] = useState<'new' | Banner | null>(null)
  const confirm = useConfirm()
  const mayEdit = useCan('app:edit')
  const platformOnly = usePlatformOnly('全部驾校的轮播图')
  const remove = useChange(apps.removeBanner, { invalidates: bannerReads })
  const reason = ({ schoolIds }: Banner) => (schoolIds.length === 0 ? (platformOnly ?? null) : null)

  const actions = (banner: Banner): RowAction[] => [
    { label: '编辑', reason: reason(banner), onAct: () => edit(banner) },
    {
      label: '删除',
      removes: true,
      reason: reason(banner),
      onAct: () =>
        confirm({
          title: `删除轮播图“${banner.title}”？`,
          consequence:
            banner.schoolIds.length === 1
              ? '它会立即从本驾校的应用中消失，不能恢复。'
              : '它会立即从展示它的全部驾校的应用中消失，不能恢复。',
          verb: '删除轮播图',
          danger: true,
          run: () => remove.mutateAsync({ swiperId: banner.swiperId }),
        }),
    },
  ]
  return (
    <Panel title="轮播图">
      <ListPage
        name="banners"
        title="轮播图列表"
        embedded="banners"
        endpoint={apps.banners}
        exportEndpoint={apps.bannerExport}
        fixed={{ schoolId }}
        rowKey={row => row.swiperId}
        columns={columns}
        {...(mayEdit && { actions })}
        toolbar={
          <Can code="app:edit">
            <Button icon={<PlusOutlined />} onClick={() => edit('new')}>
              新增轮播图
            </Button>
          </Can>
        }
        empty={{ title: '还没有轮播图', hint: '点击“新增轮播图”，上传图片并设好展示日期' }}
      />
      {editing !== null && (
        <BannerForm
          schoolId={schoolId}
          banner={editing === 'new' ? undefined : editing}
          onClosed={() => edit(null)}
        />
      )}
    </Panel>
  )
}
