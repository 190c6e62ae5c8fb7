import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { query } from '../../../api/query.ts'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { SchoolLink } from '../../../parts/SchoolLink.tsx'
import { SiblingPages } from '../../../parts/SiblingPages.tsx'
import { Can } from '../../../ui/Can.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'

/** The four pages of 招生; the school's id may follow the path. */
const pages = {
  configs: { title: '招生配置', path: '/enroll/enroll_config' },
  applicants: { title: '招生学员', path: '/enroll/enroll_student' },
  coaches: { title: '教练管理', path: '/enroll/coach' },
  simulators: { title: '设备绑定', path: '/enroll/simulator' },
} as const

interface Props {
  page: keyof typeof pages
  /** Gets the school that the address asks for, if it does. */
  children: (schoolId: number | undefined) => ReactNode
}

/** A page of 招生, of the school of `?schoolId=` or of all; the way to the other three keeps the school. */
export function EnrolmentFrame({ page, children }: Props) {
  const [search] = useSearchParams()
  const given = organisations.info.input.safeParse({ organizationId: search.get('schoolId') })
  const schoolId = given.success ? given.data.organizationId : undefined
  const schools = useQuery(query(organisations.schools, {})).data
  const school = schools?.find(({ organizationId }) => organizationId === schoolId)
  const { title } = pages[page]
  const ofSchool = schoolId === undefined ? '' : `?schoolId=${schoolId}`
  return (
    <div className="ui-page">
      <PageHead
        title={
          school === undefined ? (
            title
          ) : (
            <>
              <SchoolLink {...school} /> 的{title}
            </>
          )
        }
        tag={school?.state === 'disabled' && <EnabledTag enabled={false} />}
        actions={
          <Can code="organ:school">
            <Link className="ui-link-button" to="/institution/drivingManagement">
              返回驾校列表
            </Link>
          </Can>
        }
      />
      <SiblingPages
        label="招生管理的页面"
        pages={Object.values(pages).map(page => ({ title: page.title, to: page.path + ofSchool }))}
        current={title}
      />
      {children(schoolId)}
    </div>
  )
}
