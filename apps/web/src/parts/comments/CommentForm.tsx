import { type CommentKind, longestComment } from '@drivesim/contract/tools/commentKinds'
import type { MentionCandidate } from '@drivesim/contract/tools/comments'
import { useQuery } from '@tanstack/react-query'
import { Button, Mentions } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { query } from '../../api/query.ts'
import { useBeforeClose } from '../../ui/beforeClose.ts'
import { isComposing } from '../../ui/isComposing.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { callsOf } from './commentReads.ts'
import styles from './comments.module.css'
import { mentionedIn } from './mentionedNames.ts'

interface Said {
  readonly text: string
  readonly mentions: number[]
}
type Chosen = Pick<MentionCandidate, 'memberId' | 'name'>

interface Props {
  kind: CommentKind
  subjectId: number
  verb: string
  isSending: boolean
  /** What is changed. */
  initial?: { readonly text: string; readonly mentions: readonly Chosen[] }
  /** `sent` empties the form. */
  onSend: (said: Said, sent: () => void) => void
  onCancel?: () => void
}

const nothing = { text: '', mentions: [] as readonly Chosen[] }

/** A comment as it is written: @ proposes who may see the record, Ctrl and Enter send it. */
export function CommentForm({
  kind,
  subjectId,
  verb,
  isSending,
  initial = nothing,
  onSend,
  onCancel,
}: Props) {
  const [text, setText] = useState(initial.text)
  const [chosen, setChosen] = useState<readonly Chosen[]>(initial.mentions)
  const people = usePeople(kind, subjectId)
  useBeforeClose(() => text.trim() !== initial.text)
  const empty = text.trim() === ''
  const send = () => {
    if (empty || isSending) return
    const mentions = mentionedIn(text, chosen).map(({ memberId }) => memberId)
    onSend({ text, mentions }, () => {
      setText('')
      setChosen([])
    })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <Mentions
        aria-label="评论"
        placeholder="写评论，输入 @ 提醒同事"
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={longestComment}
        autoFocus={onCancel !== undefined}
        value={text}
        onChange={setText}
        onKeyDown={press}
        prefix="@"
        classNames={{ popup: styles.proposed ?? '' }}
        filterOption={false}
        onSearch={people.search}
        onSelect={({ key = '' }) => {
          // The component hangs something of its own on the key.
          const person = people.found.find(({ memberId }) => memberId === Number.parseInt(key, 10))
          if (person !== undefined) setChosen(before => [...before, person])
        }}
        notFoundContent={people.isFetching ? '正在查找' : '没有能看到这条记录的成员叫这个名字'}
        options={people.found.map(({ memberId, name, organName }) => ({
          key: String(memberId),
          value: name,
          label: organName === null ? name : `${name} · ${organName}`,
        }))}
      />
      <div className={styles.formActs}>
        {onCancel !== undefined && <Button onClick={onCancel}>取消</Button>}
        <Button htmlType="submit" type={onCancel === undefined ? 'default' : 'primary'} loading={isSending}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

/** Those whom the record may be shown to, by what stands behind the @; asked from the first @ on. */
function usePeople(kind: CommentKind, subjectId: number) {
  const [typed, search] = useState<string | null>(null)
  const asked = useDebounced(typed)
  const { data = [], isFetching } = useQuery({
    ...query(callsOf(kind).members, { subjectId, paramValue: asked ?? '' }),
    enabled: asked !== null,
    placeholderData: before => before,
  })
  return { found: data, isFetching: isFetching || asked !== typed, search }
}
