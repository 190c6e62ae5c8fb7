import type { CommentKind } from '@drivesim/contract/tools/commentKinds'
import type { RecordComment } from '@drivesim/contract/tools/comments'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { query, useChange } from '../../api/query.ts'
import { useReadAgain } from '../../api/useReadAgain.ts'
import { RelativeTime } from '../../ui/DateTime.tsx'
import { useConfirm } from '../../ui/form/useConfirm.ts'
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx'
import { useAddressId } from '../../ui/useAddressParam.ts'
import { CommentForm } from './CommentForm.tsx'
import { callsOf, commentReads } from './commentReads.ts'
import styles from './comments.module.css'
import { partsOf } from './mentionedNames.ts'

interface Props {
  kind: CommentKind
  subjectId: number
}

/** What people say of a record, the newest first, and what one wants to add. */
export default function CommentThread({ kind, subjectId }: Props) {
  const [asked, setAsked] = useState<number | null>(null)
  useAddressId('comment', setAsked)
  useReadAgain(`${kind}Comment`, commentReads(kind), event => event.subjectId === subjectId)
  const add = useChange(callsOf(kind).add, { invalidates: commentReads(kind) })
  return (
    <>
      <CommentForm
        kind={kind}
        subjectId={subjectId}
        verb="发表评论"
        isSending={add.isPending}
        onSend={(said, sent) => add.mutate({ subjectId, ...said }, { onSuccess: sent })}
      />
      <Stretch key={asked} kind={kind} subjectId={subjectId} asked={asked} />
    </>
  )
}

interface StretchProps extends Props {
  /** The one that somebody came for. */
  asked: number | null
  /** Those before this one; missing: from the newest on. */
  before?: number
}

/** So many comments as one reading gives; below them the earlier ones, once they are wanted. */
function Stretch({ kind, subjectId, asked, before }: StretchProps) {
  const [earlier, setEarlier] = useState(false)
  const reading = useQuery(
    query(
      callsOf(kind).list,
      { subjectId, before, ...(asked !== null && { downTo: asked }) },
      { quiet: true },
    ),
  )
  const { data, error } = reading
  if (data === undefined)
    return error === null ? (
      <BlockSkeleton height={96} />
    ) : (
      <ErrorState error={error} onRetry={() => void reading.refetch()} />
    )
  const last = data.comments.at(-1)
  if (last === undefined) return <p className={styles.none}>还没有评论，写下需要同事知道的情况。</p>
  return (
    <>
      <ol className={styles.comments}>
        {data.comments.map(comment => (
          <Comment
            key={comment.commentId}
            kind={kind}
            subjectId={subjectId}
            comment={comment}
            isAsked={comment.commentId === asked}
          />
        ))}
      </ol>
      {data.earlier && !earlier && (
        <Button type="link" onClick={() => setEarlier(true)}>
          更早的评论
        </Button>
      )}
      {data.earlier && earlier && (
        <Stretch kind={kind} subjectId={subjectId} asked={null} before={last.commentId} />
      )}
    </>
  )
}

/** Once, when it is first there: the page may move below whoever reads on. */
const showIt = (node: HTMLLIElement | null) => {
  node?.scrollIntoView({ block: 'center' })
  node?.focus({ preventScroll: true })
}

function Comment({
  kind,
  subjectId,
  comment,
  isAsked,
}: Props & { comment: RecordComment; isAsked: boolean }) {
  const { commentId, version, at, authorName, text, mentions, editedAt, removed, own } = comment
  const [editing, setEditing] = useState(false)
  const modify = useChange(callsOf(kind).modify, { invalidates: commentReads(kind) })
  return (
    <li {...(isAsked && { ref: showIt, tabIndex: -1, 'data-asked': true })}>
      <p className={styles.head}>
        <strong>{authorName}</strong>
        <span className="ui-quiet">
          <RelativeTime at={at} />
          {editedAt !== null && ' · 已修改'}
        </span>
        {own && !removed && !editing && (
          <OwnActs kind={kind} subjectId={subjectId} commentId={commentId} onEdit={() => setEditing(true)} />
        )}
      </p>
      {removed && <p className="ui-quiet">评论人删除了这条评论。</p>}
      {!removed && !editing && (
        <p className={styles.text}>
          {partsOf(text, mentions).map(({ key, text: part, isName }) =>
            isName ? (
              <span key={key} className={styles.name}>
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </p>
      )}
      {editing && (
        <CommentForm
          kind={kind}
          subjectId={subjectId}
          verb="保存"
          initial={{ text, mentions }}
          isSending={modify.isPending}
          onSend={said =>
            modify.mutate({ subjectId, commentId, version, ...said }, { onSuccess: () => setEditing(false) })
          }
          onCancel={() => setEditing(false)}
        />
      )}
    </li>
  )
}

function OwnActs({ kind, subjectId, commentId, onEdit }: Props & { commentId: number; onEdit: () => void }) {
  const ask = useConfirm()
  const remove = useChange(callsOf(kind).remove, { invalidates: commentReads(kind) })
  const askRemoval = () =>
    void ask({
      title: '删除这条评论？',
      consequence: '内容不能恢复，其他人只能看到这里有过一条评论。',
      verb: '删除评论',
      danger: true,
      run: () => remove.mutateAsync({ subjectId, commentId }),
    })
  return (
    <span className={styles.acts}>
      <Button type="link" size="small" onClick={onEdit}>
        修改
      </Button>
      <Button type="link" size="small" onClick={askRemoval}>
        删除
      </Button>
    </span>
  )
}
