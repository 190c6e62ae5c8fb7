import { type PrivacyNotice, privacyNotices } from '@drivesim/contract/privacy/privacyNotices'
import { useQuery } from '@tanstack/react-query'
import { App, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { query, useChange } from '../../../api/query.ts'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { number } from '../../../ui/format.ts'
import { PageHead, Panel } from '../../../ui/PageHead.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import styles from './privacy.module.css'

const base = '/system/privacy?tab=consents'

/** The notice by its versions, and how many students agreed to which, or to none. */
export function Notices() {
  const list = useQuery(query(privacyNotices.list, undefined, { quiet: true }))
  const reason = usePlatformOnly('告知书')
  const [publishing, publish] = useState(false)
  if (list.error !== null) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (list.data === undefined) return <PageSkeleton panels={[160]} />
  const { notices, missing } = list.data
  return (
    <>
      <PageHead
        title="个人信息处理告知书"
        facts={
          <span>
            在学而没有登记同意的学员{' '}
            <Link to={`${base}&consents.state=missing&consents.enrolment=studying`}>
              {number(missing)} 名
            </Link>
          </span>
        }
        actions={
          <ActButton type="primary" reason={reason} onClick={() => publish(true)}>
            {notices.length === 0 ? '发布告知书' : '发布新版本'}
          </ActButton>
        }
      />
      {notices.length === 0 ? (
        <EmptyState title="还没有告知书" hint="发布后，新增和导入学员时可以登记他们已阅读并同意" />
      ) : (
        <div className={styles.terms}>
          {notices.map(notice => (
            <Panel key={notice.noticeVersion} title={`第 ${notice.noticeVersion} 版`}>
              <Notice {...notice} />
            </Panel>
          ))}
        </div>
      )}
      {publishing && <Publish newest={notices[0]} onClosed={() => publish(false)} />}
    </>
  )
}

function Notice({ noticeVersion, text, sha256, publishedAt, publishedBy, consented }: PrivacyNotice) {
  return (
    <>
      <Facts
        items={[
          [
            '已同意的学员',
            <Link key="given" to={`${base}&consents.state=given&consents.noticeVersion=${noticeVersion}`}>
              {number(consented)} 名
            </Link>,
          ],
          ['发布时间', <DateTime key="at" at={publishedAt} />],
          ['发布人', publishedBy],
          [
            '校验码（SHA-256）',
            <span key="hash" className={styles.hash}>
              {sha256}
            </span>,
          ],
        ]}
      />
      <details>
        <summary>查看内容</summary>
        <p className={styles.notice}>{text}</p>
      </details>
    </>
  )
}

function Publish({ newest, onClosed }: { newest: PrivacyNotice | undefined; onClosed: () => void }) {
  const { message } = App.useApp()
  const publish = useChange(privacyNotices.publish, {
    invalidates: [privacyNotices.list, privacyNotices.current],
    quiet: true,
  })
  return (
    <DrawerForm
      title={newest === undefined ? '发布告知书' : '发布告知书的新版本'}
      submitText="发布"
      schema={privacyNotices.publish.input}
      initial={{ after: newest?.noticeVersion ?? 0, text: newest?.text }}
      loading={publish.isPending}
      submitError={publish.error}
      asks={() => ({
        title: '发布这一版告知书？',
        consequence: '发布后不能修改，只能再发布新版本；此后新增和导入学员时登记的是对这一版的同意。',
      })}
      onSubmit={async values => {
        const { noticeVersion } = await publish.mutateAsync(values)
        void message.success(`第 ${noticeVersion} 版已发布`)
      }}
      onClosed={onClosed}
      wide
    >
      <Field
        name="text"
        help="写明处理者和联系方式、处理的目的和方式、个人信息的种类、保存期限、本人的权利；身份证号的必要性和影响单独写明"
      >
        <Input.TextArea rows={18} maxLength={20_000} />
      </Field>
    </DrawerForm>
  )
}
