import { LinkOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useCopy } from './useCopy.ts'

/** What a link leads to: a path of ours, or a record that is open on this page, by the key of the address that opens it. */
export type LinkTo = string | readonly [name: string, id: number]

/** 复制链接: the whole address of a record, for a colleague. Missing: of the page as it is, with its tab and filters. */
export function CopyLink({ to }: { to?: LinkTo }) {
  const copy = useCopy()
  return (
    <Tooltip title="复制链接">
      <Button
        aria-label="复制链接"
        icon={<LinkOutlined aria-hidden />}
        onClick={() => void copy('链接', addressOf(to))}
      />
    </Tooltip>
  )
}

function addressOf(to: LinkTo | undefined): string {
  if (typeof to === 'string') return new URL(to, window.location.origin).href
  const page = new URL(window.location.href)
  if (to !== undefined) page.searchParams.set(to[0], String(to[1]))
  return page.href
}
