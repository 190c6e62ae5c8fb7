import {
  type OrganisationRow,
  schoolList,
  servicePointList,
} from '@drivesim/contract/schools/organisations/organisationShapes'
import { Link } from 'react-router'
import { EnabledTag } from '../../../parts/EnabledTag.tsx'
import { schoolPath } from '../../../parts/SchoolLink.tsx'
import { columnsOf } from '../../../ui/list/columnsOf.tsx'
import { OpenButton } from '../../../ui/OpenButton.tsx'
import { RecordLink } from '../../../ui/record/RecordLink.tsx'

const stateOf = (row: OrganisationRow) => <EnabledTag enabled={row.state === 'enabled'} />

/** Columns of schools; the name leads to the school. */
export const schoolColumns = columnsOf(schoolList, {
  name: row => (
    <RecordLink to={schoolPath(row.organizationId)} title={row.name}>
      {row.name}
    </RecordLink>
  ),
  state: stateOf,
  servicePoints: (row, shown) => (
    <Link to={`/institution/seviceManagement?organizationId=${row.organizationId}`}>{shown}</Link>
  ),
  classrooms: (row, shown) => (
    <Link to={`/institution/classroomManagement?organizationId=${row.organizationId}`}>{shown}</Link>
  ),
})

/** Columns of the service points of one school; the name opens what hangs below. */
export const servicePointColumns = (schoolId: number, onName: (row: OrganisationRow) => void) =>
  columnsOf(servicePointList, {
    name: row => <OpenButton onOpen={() => onName(row)}>{row.name}</OpenButton>,
    state: stateOf,
    classrooms: (row, shown) => (
      <Link to={`/institution/classroomManagement?organizationId=${schoolId}&organId=${row.organizationId}`}>
        {shown}
      </Link>
    ),
  })
