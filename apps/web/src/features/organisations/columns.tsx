import type { OrganisationRow } from '@drivesim/contract/organisationShapes'
import { Link } from 'react-router'
import { EnabledTag } from '../../parts/EnabledTag.tsx'
import { schoolPath } from '../../parts/SchoolLink.tsx'
import { number } from '../../ui/format.ts'
import type { Column } from '../../ui/list/types.ts'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { RecordLink } from '../../ui/record/RecordLink.tsx'

const stateAndArea: Column<OrganisationRow>[] = [
  { key: 'state', title: '状态', render: row => <EnabledTag enabled={row.state === 'enabled'} /> },
  { key: 'area', title: '地区', clip: 160, render: row => row.area },
]

const counts: Column<OrganisationRow>[] = [
  { key: 'simulators', title: '设备', numeric: true, render: row => number(row.simulators) },
  { key: 'students', title: '学员', numeric: true, render: row => number(row.students) },
]

const contacts: Column<OrganisationRow>[] = [
  { key: 'contact', title: '联系人', render: row => row.contact },
  { key: 'phone', title: '联系电话', render: row => row.phone },
  { key: 'address', title: '详细地址', clip: 240, optional: true, render: row => row.address },
]

/** Columns of schools; the name leads to the school. */
export const schoolColumns: Column<OrganisationRow>[] = [
  {
    key: 'name',
    title: '名称',
    clip: 240,
    render: row => (
      <RecordLink to={schoolPath(row.organizationId)} title={row.name}>
        {row.name}
      </RecordLink>
    ),
  },
  ...stateAndArea,
  {
    key: 'servicePoints',
    title: '服务点',
    numeric: true,
    render: row => (
      <Link to={`/institution/seviceManagement?organizationId=${row.organizationId}`}>
        {number(row.servicePoints)}
      </Link>
    ),
  },
  {
    key: 'classrooms',
    title: '教室',
    numeric: true,
    render: row => (
      <Link to={`/institution/classroomManagement?organizationId=${row.organizationId}`}>
        {number(row.classrooms)}
      </Link>
    ),
  },
  ...counts,
  ...contacts,
]

/** Columns of the service points of one school; the name opens what hangs below. */
export function servicePointColumns(
  schoolId: number,
  onName: (row: OrganisationRow) => void,
): Column<OrganisationRow>[] {
  return [
    {
      key: 'name',
      title: '名称',
      render: row => <OpenButton onOpen={() => onName(row)}>{row.name}</OpenButton>,
    },
    ...stateAndArea,
    {
      key: 'classrooms',
      title: '教室',
      numeric: true,
      render: row => (
        <Link
          to={`/institution/classroomManagement?organizationId=${schoolId}&organId=${row.organizationId}`}
        >
          {number(row.classrooms)}
        </Link>
      ),
    },
    ...counts,
    ...contacts,
  ]
}
