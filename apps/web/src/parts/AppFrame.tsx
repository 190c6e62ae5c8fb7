import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { query } from '../api/query.ts'
import { useRecordName } from '../app/tabs/recordName.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx'
import { SchoolLink } from './SchoolLink.tsx'
import { SiblingPages } from './SiblingPages.tsx'

/** The three pages that set up one school's app; the school's id follows the path. */
export const pagesOfApp = {
  courseConfig: { title: '课程配置', path: '/operationAnother/courseConfig?organizationId=' },
  deviceConfig: { title: '设备配置', path: '/operationAnother/deviceConfig?organizationId=' },
  applyConfig: { title: '应用配置', path: '/operationAnother/applyConfig?organizationId=' },
} as const

interface School {
  schoolId: number
  name: string
}

interface Props {
  page: keyof typeof pagesOfApp
  children: (school: School) => ReactNode
}

/** A page of the app of the school of `?organizationId=`. */
export function AppFrame(props: Props) {
  const [search] = useSearchParams()
  const given = organisations.info.input.safeParse({
    organizationId: search.get('organizationId') ?? undefined,
  })
  if (given.success) return <OfSchool schoolId={given.data.organizationId} {...props} />
  return <NoSchool title="没有指定驾校" />
}

function NoSchool({ title }: { title: string }) {
  return (
    <EmptyState
      title={title}
      hint="请从应用列表中打开一所驾校的配置"
      action={<Link to="/operationAnother/apply">打开应用列表</Link>}
    />
  )
}

function OfSchool({ schoolId, page, children }: Props & { schoolId: number }) {
  // 机构详情 needs a code that people of the app may not hold; the list of schools does not.
  const schools = useQuery(query(organisations.schools, {}, { quiet: true }))
  const found = schools.data?.find(({ organizationId }) => organizationId === schoolId)
  useRecordName(found?.name)
  if (schools.error !== null)
    return <ErrorState error={schools.error} onRetry={() => void schools.refetch()} />
  if (schools.data === undefined) return <PageSkeleton panels={[320]} />
  if (found === undefined) return <NoSchool title="驾校不存在，或不在您管理的机构内" />
  const school = { schoolId, name: found.name }
  const { title } = pagesOfApp[page]
  return (
    <div className="ui-page">
      <PageHead
        title={
          <>
            <SchoolLink organizationId={schoolId} name={school.name} /> 的{title}
          </>
        }
        actions={
          <Link className="ui-link-button" to="/operationAnother/apply">
            返回应用列表
          </Link>
        }
      />
      <SiblingPages
        label="应用配置的页面"
        pages={Object.values(pagesOfApp).map(page => ({ title: page.title, to: `${page.path}${schoolId}` }))}
        current={title}
      />
      {children(school)}
    </div>
  )
}
