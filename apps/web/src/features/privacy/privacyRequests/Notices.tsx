import { type PrivacyNotice, privacyNotices } from '@drivesim/contract/privacy/privacyNotices'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Input } from 'antd'
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
import { PageHead } from '../../../ui/PageHead.tsx'
import { ReadDrawer } from '../../../ui/ReadDrawer.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import styles from './privacy.module.css'

const base = '/system/privacy?tab=consents'

/** The notice that counts, and how many students agreed to it, or to none; the earlier versions are a click away. */
export function Notices() {
  const list = useQuery(query(privacyNotices.list, undefined, { quiet: true }))
  const reason = usePlatformOnly('告知书')
  const [dialog, open] = useState<'publish' | 'versions' | null>(null)
  if (list.error !== null) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (list.data === undefined) return <PageSkeleton panels={[88]} />
  const { notices, missing } = list.data
  const [current] = notices
  const close = () => open(null)
  return (
    <>
      <PageHead
        title="个人信息处理告知书"
        facts={
          <>
            {current === undefined ? (
              <span>还没有发布；发布后，新增和导入学员时可以登记他们已阅读并同意</span>
            ) : (
              <CurrentNotice {...current} />
            )}
            <span>
              在学而没有登记{' '}
              <Link to={`${base}&consents.state=missing&consents.enrolment=studying`}>
                {number(missing)} 名
              </Link>
            </span>
          </>
        }
        actions={
          <>
            {current !== undefined && <Button onClick={() => open('versions')}>查看告知书</Button>}
            <ActButton type="primary" reason={reason} onClick={() => open('publish')}>
              {current === undefined ? '发布告知书' : '发布新版本'}
            </ActButton>
          </>
        }
      />
      {dialog === 'publish' && <Publish newest={current} onClosed={close} />}
      {dialog === 'versions' && <Versions notices={notices} onClosed={close} />}
    </>
  )
}

function CurrentNotice({ noticeVersion, publishedAt, consented }: PrivacyNotice) {
  return (
    <>
      <span>现行第 {noticeVersion} 版</span>
      <span>
        发布于 <DateTime at={publishedAt} />
      </span>
      <span>
        已同意 <Consented noticeVersion={noticeVersion} consented={consented} />
      </span>
    </>
  )
}

const Consented = ({ noticeVersion, consented }: Pick<PrivacyNotice, 'noticeVersion' | 'consented'>) => (
  <Link to={`${base}&consents.state=given&consents.noticeVersion=${noticeVersion}`}>
    {number(consented)} 名
  </Link>
)

/** Every version, the newest open. */
function Versions({ notices, onClosed }: { notices: readonly PrivacyNotice[]; onClosed: () => void }) {
  return (
    <ReadDrawer title="个人信息处理告知书" onClosed={onClosed}>
      {notices.map((notice, place) => (
        <details key={notice.noticeVersion} className={styles.version} open={place === 0}>
          <summary>
            第 {notice.noticeVersion} 版{place === 0 && '（现行）'}
          </summary>
          <Facts
            items={[
              ['已同意的学员', `${number(notice.consented)} 名`],
              ['发布时间', <DateTime key="at" at={notice.publishedAt} />],
              ['发布人', notice.publishedBy],
            ]}
          />
          <p className={styles.hash}>校验码（SHA-256）{notice.sha256}</p>
          <p className={styles.notice}>{notice.text}</p>
        </details>
      ))}
    </ReadDrawer>
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
      onSubmit={async values => {
        const { noticeVersion } = await publish.mutateAsync(values)
        void message.success(`第 ${noticeVersion} 版已发布`)
      }}
      onClosed={onClosed}
      wide
    >
      <p className="ui-form-full">
        发布后不能修改，只能再发布新版本；此后新增和导入学员时登记的是对这一版的同意。
      </p>
      <div className="ui-form-full">
        <Field
          name="text"
          help="写明处理者和联系方式、处理的目的和方式、个人信息的种类、保存期限、本人的权利；身份证号的必要性和影响单独写明"
        >
          <Input.TextArea rows={18} maxLength={20_000} />
        </Field>
      </div>
    </DrawerForm>
  )
}
