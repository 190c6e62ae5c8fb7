import type { InputOf } from '@drivesim/contract/endpoint'
import type { students } from '@drivesim/contract/people/students/students'
import { privacyNotices } from '@drivesim/contract/privacy/privacyNotices'
import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox } from 'antd'
import { query } from '../api/query.ts'
import { Field } from '../ui/form/Field.tsx'
import styles from './ConsentCheck.module.css'

const currentNotice = query(privacyNotices.current, undefined, { quiet: true })

/** What is sent with students that are added; undefined: nobody said that they agree. */
export type Given = InputOf<typeof students.import>['consent']

interface Props {
  /** Who agrees, as the sentence begins: `本批学员`. */
  who: string
  /** They may have agreed elsewhere: nothing is demanded here. */
  optional?: boolean
  id?: string
  value?: Given
  onChange?: (value: Given) => void
}

/** Whether the students have read the notice and agree, with the notice to be read; without a published notice nothing, or why nobody can be added. */
export function ConsentCheck({ who, optional = false, id, value, onChange }: Props) {
  const { data } = useQuery(currentNotice)
  if (data === undefined) return null
  const { notice, needed } = data
  if (notice === null)
    return needed ? (
      <Alert
        type="warning"
        showIcon
        title="新增学员须登记告知同意，但还没有告知书。请先由平台的个人信息保护人员在“个人信息保护”中发布"
      />
    ) : null
  const { noticeVersion, text } = notice
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  const agree = (agreed: boolean) =>
    onChange?.(agreed ? { noticeVersion, idNumberSeparate: true } : undefined)
  return (
    <div className={styles.check}>
      <Checkbox
        {...(id !== undefined && { id })}
        checked={given !== undefined}
        onChange={({ target }) => agree(target.checked)}
      >
        {who}已阅读《个人信息处理告知书》(v{noticeVersion}) 并同意；身份证号已取得单独同意
      </Checkbox>
      {given !== undefined && (
        <Checkbox
          checked={given.guardianConsents === true}
          onChange={({ target }) => onChange?.({ ...given, guardianConsents: target.checked })}
        >
          未满 14 周岁的学员已由监护人同意
        </Checkbox>
      )}
      <details>
        <summary>查看告知书</summary>
        <p className={styles.text}>{text}</p>
      </details>
      {needed && !optional && given === undefined && <p className="ui-quiet">须登记同意后才能新增学员</p>}
    </div>
  )
}

/** The same as a field of the surrounding form. */
export function ConsentField({ who, optional = false }: Pick<Props, 'who' | 'optional'>) {
  const { data } = useQuery(currentNotice)
  if (data === undefined || (data.notice === null && !data.needed)) return null
  return (
    <Field name="consent" required={data.needed && !optional}>
      <ConsentCheck who={who} optional={optional} />
    </Field>
  )
}

/** Whether there is a notice to agree to, or nobody is added before there is one. */
export function useAsksConsent(): boolean {
  const { data } = useQuery(currentNotice)
  return data !== undefined && (data.notice !== null || data.needed)
}
