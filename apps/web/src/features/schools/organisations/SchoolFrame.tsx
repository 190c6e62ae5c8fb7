import type { OrganisationRow } from '@drivesim/contract/schools/organisations/organisationShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { query } from '../../../api/query.ts'
import { useRecordName } from '../../../app/tabs/recordName.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { SchoolLink } from '../../../parts/SchoolLink.tsx'
import { Can } from '../../../ui/Can.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../../../ui/states.tsx'

interface Props {
  /** What of the school the page shows: `服务点`. */
  what: string
  children: (school: OrganisationRow) => ReactNode
}

/** A page of the school of `?organizationId=`. */
export function SchoolFrame(props: Props) {
  const [search] = useSearchParams()
  const given = organisations.info.input.safeParse({
    organizationId: search.get('organizationId') ?? undefined,
  })
  if (given.success) return <OfSchool organizationId={given.data.organizationId} {...props} />
  return (
    <EmptyState
      title="没有指定驾校"
      hint={`请从驾校列表中打开一所驾校的${props.what}`}
      action={
        <Can code="organ:school">
          <Link to="/institution/drivingManagement">打开驾校列表</Link>
        </Can>
      }
    />
  )
}

function OfSchool({ organizationId, what, children }: Props & { organizationId: number }) {
  const detail = useQuery(query(organisations.info, { organizationId }, { quiet: true }))
  useRecordName(detail.data?.name)
  if (detail.error !== null) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (detail.data === undefined) return <PageSkeleton panels={[320]} />
  const school = detail.data
  return (
    <div className="ui-page">
      <PageHead
        title={
          <>
            <SchoolLink {...school} /> 的{what}
          </>
        }
        tag={<EnabledTag enabled={school.state === 'enabled'} />}
        facts={
          <>
            {school.area !== null && <span>{school.area}</span>}
            {school.address !== null && <span>{school.address}</span>}
            {school.contact !== null && (
              <span>
                {school.contact} {school.phone}
              </span>
            )}
          </>
        }
        actions={
          <Can code="organ:school">
            <Link className="ui-link-button" to="/institution/drivingManagement">
              返回驾校列表
            </Link>
          </Can>
        }
      />
      {children(school)}
    </div>
  )
}
