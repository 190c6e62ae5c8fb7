import { type MemberDetail, memberDetail, memberForm, members } from '@drivesim/contract/people/members'
import { roles } from '@drivesim/contract/people/roles'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { query, useChange } from '../../../api/query.ts'
import { OrganisationPicker } from '../../../parts/OrganisationPicker.tsx'
import { OrganisationsPicker } from '../../../parts/OrganisationsPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { withMasked } from '../../../ui/form/MaskedField.tsx'
import { PhoneField, phoneInWords } from '../../../ui/form/PhoneField.tsx'
import { RolesPicker } from './RolesPicker.tsx'
import { memberReads } from './reads.ts'

interface AddProps {
  /** Whom they are of and what they manage, as the form begins. */
  schoolId: number | undefined
  onAdded: (
    member: { userId: number; userName: string; userAccount: string },
    firstPassword: string | null,
  ) => void
  onClosed: () => void
}

/** 新增成员; the first password made for them is handed on to be shown once. */
export function AddMember({ schoolId, onAdded, onClosed }: AddProps) {
  const add = useChange(members.add, { invalidates: memberReads, quiet: true })
  return (
    <DrawerForm
      title="新增成员"
      submitText="新增成员"
      schema={memberForm}
      initial={{ organId: schoolId, belongOrganIds: schoolId === undefined ? [] : [schoolId], roleIds: [] }}
      loading={add.isPending}
      submitError={add.error}
      wide
      onSubmit={async values => {
        const { userId, firstPassword } = await add.mutateAsync(values)
        const { userName, userAccount } = values
        onAdded({ userId, userName, userAccount }, firstPassword)
      }}
      onClosed={onClosed}
    >
      <Field name="userAccount" help="登录用，新增后不能修改">
        <Input maxLength={32} placeholder="如 zhang.wei" autoComplete="off" />
      </Field>
      <MemberFields
        currentRoles={[]}
        phone={
          <Field name="userPhone" help="接收短信通知">
            <Input maxLength={20} inputMode="numeric" autoComplete="off" />
          </Field>
        }
      />
    </DrawerForm>
  )
}

/** 编辑成员, from the newest version of them. */
export function EditMember({ member, onClosed }: { member: MemberDetail; onClosed: () => void }) {
  const modify = useChange(members.modify, { invalidates: memberReads, quiet: true })
  const describe = useDescribe()
  return (
    <DrawerForm
      title={`编辑成员 ${member.userName}`}
      submitText="保存"
      schema={members.modify.input}
      initial={formOf(member)}
      fromLatest={latest => formOf(memberDetail.parse(latest))}
      loading={modify.isPending}
      submitError={modify.error}
      describe={describe}
      wide
      onSubmit={values => modify.mutateAsync(values)}
      onClosed={onClosed}
    >
      <MemberFields currentRoles={member.roles} phone={<PhoneField name="userPhone" clearable />} />
    </DrawerForm>
  )
}

function MemberFields({ currentRoles, phone }: { currentRoles: MemberDetail['roles']; phone: ReactNode }) {
  return (
    <>
      <Field name="userName">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      {phone}
      <Field name="userMail" help="接收邮件通知">
        <Input maxLength={100} autoComplete="off" />
      </Field>
      <Field name="organId">
        <OrganisationPicker />
      </Field>
      <div className="ui-form-full">
        <Field name="belongOrganIds">
          <OrganisationsPicker />
        </Field>
        <Field name="roleIds" required={false} help="只能授予您自己拥有的权限">
          <RolesPicker currentRoles={currentRoles} />
        </Field>
      </div>
    </>
  )
}

/** A member as the form holds them. */
function formOf({ belongOrgans, roles: memberRoles, ...member }: MemberDetail) {
  return {
    ...withMasked(member, 'userPhone'),
    belongOrganIds: belongOrgans.map(organ => organ.organizationId),
    roleIds: memberRoles.map(role => role.roleId),
  }
}

/** Ids read as names where two versions of a member are compared. */
function useDescribe() {
  const organs = useQuery(query(organisations.list, {})).data ?? []
  const known = useQuery(query(roles.brief)).data ?? []
  const organ = (id: unknown) =>
    organs.find(({ organizationId }) => organizationId === id)?.name ?? String(id ?? '')
  const role = (id: unknown) => known.find(({ roleId }) => roleId === id)?.roleName ?? String(id)
  const each = (value: unknown, read: (id: unknown) => string) =>
    Array.isArray(value) ? value.map(read).join('、') : ''
  return (name: string, value: unknown) => {
    if (name === 'userPhone') return phoneInWords(value)
    if (name === 'organId') return organ(value)
    if (name === 'belongOrganIds') return each(value, organ)
    if (name === 'roleIds') return each(value, role)
    return undefined
  }
}
