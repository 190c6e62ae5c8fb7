import { Link } from 'react-router'
import { useCan } from '../ui/Can.tsx'

/** 驾校详情 of one school. */
export const schoolPath = (organizationId: number) =>
  `/institution/schoolDetail?organizationId=${organizationId}`

/** A school's name, a link to its page for people who may open it. */
export function SchoolLink({ organizationId, name }: { organizationId: number; name: string }) {
  return useCan('organ:school') ? <Link to={schoolPath(organizationId)}>{name}</Link> : name
}
