import { SettingOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { LazyOverlay, lazyPart } from '../LazyPart.tsx'
import { Button } from '../speed/Button.tsx'
import type { Look } from './useLook.ts'

const ColumnDrawer = lazyPart(() => import('./ColumnDrawer.tsx'))

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
        <LazyOverlay onClosed={() => setOpen(false)}>
          <ColumnDrawer look={look} onClosed={() => setOpen(false)} />
        </LazyOverlay>
      )}
    </>
  )
}
