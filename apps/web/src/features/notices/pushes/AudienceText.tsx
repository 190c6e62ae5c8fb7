import type { DataOf } from '@drivesim/contract/endpoint'
import { audienceKinds, pushes } from '@drivesim/contract/notices/pushes'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { useOrganisationOptions } from '../../../parts/organisationOptions.ts'

interface Props {
  audience: DataOf<typeof pushes.info>['audience']
}

/** Whom an audience names: `指定成员：张伟、李娜`. */
export function AudienceText({ audience: { kind, ids } }: Props) {
  const organisations = useOrganisationOptions({ disabledToo: true }).options
  const chooses = kind === 'roles' || kind === 'people'
  const choices = useQuery({
    ...query(pushes.choices, { kind: kind === 'roles' ? 'roles' : 'people', ids }),
    enabled: chooses,
  })
  if (kind === 'all') return audienceKinds.all
  const named = chooses
    ? (choices.data ?? [])
    : organisations.map(({ value, name }) => ({ value, label: name }))
  const names = ids.map(id => named.find(({ value }) => value === id)?.label ?? '…')
  return `${audienceKinds[kind]}：${names.join('、') || '还没有选择'}`
}
