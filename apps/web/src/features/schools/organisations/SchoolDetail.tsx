import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { query } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { useObjectLog } from '../../../parts/objectLog.tsx'
import { SectionTabs } from '../../../parts/SectionTabs.tsx'
import { useCounter } from '../../../parts/useCounter.tsx'
import { HeadActions } from '../../../ui/list/RowActions.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { ErrorState, PageSkeleton } from '../../../ui/states.tsx'
import { ClassroomList } from './ClassroomList.tsx'
import { SchoolFigures, SchoolFiguresSkeleton } from './SchoolFigures.tsx'
import { SchoolSetup } from './SchoolSetup.tsx'
import { useOrganisationActions } from './useOrganisationActions.tsx'

/** A school: what it still needs to begin, how it goes, and what belongs to it, a tab for each list. */
export function SchoolDetail({ organizationId }: { organizationId: number }) {
  const detail = useQuery(query(organisations.info, { organizationId }, { quiet: true }))
  const info = useQuery(query(organisations.schoolInfo, { organizationId }, { quiet: true }))
  const actions = useOrganisationActions()
  const log = useObjectLog('organisation', organizationId)
  const { serve, sheet } = useCounter()
  useRecordName(detail.data?.name)
  const failed = detail.error !== null ? detail : info
  if (failed.error !== null) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (detail.data === undefined || info.data === undefined) {
    return (
      <PageSkeleton panels={[320]}>
        <SchoolFiguresSkeleton />
      </PageSkeleton>
    )
  }
  const school = detail.data
  return (
    <div className="ui-page">
      <PageHead
        title={school.name}
        tag={<EnabledTag enabled={school.state === 'enabled'} />}
        facts={
          <>
            {school.area !== null && <span>{school.area}</span>}
            {school.address !== null && <span>{school.address}</span>}
            <span>
              联系人 {school.contact ?? '未填写'} {school.phone}
            </span>
          </>
        }
        actions={
          <>
            {serve !== undefined && school.state === 'enabled' && (
              <Button onClick={() => serve(undefined, organizationId)}>办理</Button>
            )}
            <HeadActions actions={actions.ofHead(school)} more={log} />
          </>
        }
      />
      <SchoolSetup school={school} setup={info.data.setup} />
      <SchoolFigures schoolId={organizationId} info={info.data} />
      <SectionTabs
        page="schoolDetail"
        label="驾校的内容"
        own={{
          name: 'classrooms',
          title: '教室',
          content: <ClassroomList organizationId={organizationId} embedded="classrooms" />,
        }}
        given={{ schoolId: organizationId }}
      />
      {sheet}
      {actions.dialogs}
    </div>
  )
}
