import { InboxOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { commonErrors } from '@drivesim/contract/errors'
import { Button } from 'antd'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { CallError } from '../api/callError.ts'
import { RecordSteps } from './record/RecordSteps.tsx'
import { RecordHomeContext } from './record/recordAt.ts'
import { withWholeFigures } from './withWholeFigures.tsx'
import './states.css'

interface EmptyProps {
  title: string
  /** What to do next. */
  hint?: ReactNode
  action?: ReactNode
}

/** Nothing here, and what to do next. */
export function EmptyState({ title, hint, action }: EmptyProps) {
  return (
    <div className="ui-state">
      <InboxOutlined className="ui-state-icon" aria-hidden />
      <p className="ui-state-title">{withWholeFigures(title)}</p>
      {hint !== undefined && <p className="ui-quiet">{withWholeFigures(hint)}</p>}
      {action}
    </div>
  )
}

interface ErrorProps {
  error: Error
  onRetry: () => void
  /** Shown in place of 重试, where something else helps. */
  action?: ReactNode
}

/** A failed reading: the sentence, the number to tell the support, and a way to try again. */
export function ErrorState({ error, onRetry, action }: ErrorProps) {
  const requestId = error instanceof CallError ? error.requestId : null
  const sentence = error.message
  const home = useContext(RecordHomeContext)
  // What is gone does not come back by being asked for once more.
  const gone = home !== null && error instanceof CallError && error.code === commonErrors.notFound.code
  return (
    <div className="ui-state" role="alert">
      <WarningOutlined className="ui-state-icon ui-state-bad" aria-hidden />
      <p className="ui-state-title">{withWholeFigures(sentence)}</p>
      {requestId !== null && !sentence.includes(requestId) && (
        <p className="ui-quiet">请求编号 {requestId}，联系管理员时请提供</p>
      )}
      {gone && <WayToList {...home} />}
      {action || (
        <Button icon={<ReloadOutlined />} onClick={onRetry}>
          重试
        </Button>
      )}
    </div>
  )
}

/** From a page that has no record to show to where there are some. */
export function WayToList({ what, list }: { what: string; list: string }) {
  return (
    <Link className="ui-link-button" to={list}>
      打开{what}列表
    </Link>
  )
}

/** Grey lines in the shape of rows, while these load. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return <div className="ui-skeleton" role="status" aria-label="正在加载" style={{ height: rows * 44 }} />
}

/** One grey block of the content's size, while a card loads. */
export function BlockSkeleton({ height }: { height: number }) {
  return <div className="ui-skeleton-block" role="status" aria-label="正在加载" style={{ height }} />
}

/** A card on its way: its title, and what stands below it. */
export function CardSkeleton({ height }: { height: number }) {
  return <div className="ui-skeleton-card" role="status" aria-label="正在加载" style={{ height }} />
}

interface PageSkeletonProps {
  panels: readonly number[]
  /** What stands between its head and the panels, on its way too. */
  children?: ReactNode
}

/** A page on its way: its head, then panels of these heights, no two alike. */
export function PageSkeleton({ panels, children }: PageSkeletonProps) {
  return (
    <div className="ui-page">
      <div className="ui-head-awaited">
        <CardSkeleton height={92} />
        <RecordSteps />
      </div>
      {children}
      {panels.map(height => (
        <CardSkeleton key={height} height={height} />
      ))}
    </div>
  )
}
