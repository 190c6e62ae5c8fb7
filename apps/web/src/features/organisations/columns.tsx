import type { OrganisationRow } from '@drivesim/contract/organisationShapes'
import { Button } from 'antd'
import { Link } from 'react-router'
import { EnabledTag } from '../../parts/EnabledTag.tsx'
import { number } from '../../ui/format.ts'
import type { Column } from '../../ui/list/types.ts'

/** Columns of schools; the name opens what hangs below. */
export function schoolColumns(onName: (row: OrganisationRow) => void): Column<OrganisationRow>[] {
  return [
    ...head(onName),
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
}

/** Columns of the service points of one school. */
export function servicePointColumns(
  schoolId: number,
  onName: (row: OrganisationRow) => void,
): Column<OrganisationRow>[] {
  return [
    ...head(onName),
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

function head(onName: (row: OrganisationRow) => void): Column<OrganisationRow>[] {
  return [
    {
      key: 'name',
      title: '名称',
      render: row => (
        <Button type="link" size="small" className="ui-name" onClick={() => onName(row)}>
          {row.name}
        </Button>
      ),
    },
    { key: 'state', title: '状态', render: row => <EnabledTag enabled={row.state === 'enabled'} /> },
    { key: 'area', title: '地区', clip: 160, render: row => row.area },
  ]
}

const counts: Column<OrganisationRow>[] = [
  { key: 'simulators', title: '设备', numeric: true, render: row => number(row.simulators) },
  { key: 'students', title: '学员', numeric: true, render: row => number(row.students) },
]

const contacts: Column<OrganisationRow>[] = [
  { key: 'contact', title: '联系人', render: row => row.contact },
  { key: 'phone', title: '联系电话', render: row => row.phone },
  { key: 'address', title: '详细地址', clip: 240, optional: true, render: row => row.address },
]
