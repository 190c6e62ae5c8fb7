import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Look } from './useLook.ts'

const ColumnDrawer = lazy(() => import('./ColumnDrawer.tsx'))

/** Opens 列设置. */
export function ColumnsButton({ look }: { look: Look }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        type="text"
        aria-label="列设置"
        title="列设置"
        icon={<SettingOutlined />}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <ColumnDrawer look={look} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
