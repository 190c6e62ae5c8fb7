import type { CommentKind } from '@drivesim/contract/tools/commentKinds'
import { LazyPart, lazyPart } from '../../ui/LazyPart.tsx'
import { Panel } from '../../ui/PageHead.tsx'
import { BlockSkeleton } from '../../ui/states.tsx'
import styles from './comments.module.css'

interface Props {
  kind: CommentKind
  /** The record's id. */
  subjectId: number
}

const Thread = lazyPart<Props>(() => import('./CommentThread.tsx'))

const Content = (props: Props) => (
  <LazyPart waiting={<BlockSkeleton height={96} />}>
    <Thread key={`${props.kind} ${props.subjectId}`} {...props} />
  </LazyPart>
)

/** 评论 of a record, as a card of its page, which whoever sees the record sees. An address with `comment` leads to one. */
export const CommentsPanel = (props: Props) => (
  <Panel title="评论">
    <Content {...props} />
  </Panel>
)

/** The same where the record is shown in a drawer. */
export const CommentsPart = (props: Props) => (
  <section aria-label="评论">
    <h3 className={styles.part}>评论</h3>
    <Content {...props} />
  </section>
)
