import { longestSearch } from '@drivesim/contract/fields'
import type {
  OrganisationRow,
  organisationForm,
} from '@drivesim/contract/schools/organisations/organisationShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { query, useChange } from '../../../api/query.ts'
import { schoolPath } from '../../../parts/SchoolLink.tsx'
import { SchoolPicker } from '../../../parts/SchoolPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useAddedMessage } from '../../../ui/useAddedMessage.tsx'
import { AreaFields, useAreaNames } from './AreaFields.tsx'
import { organisationReads } from './reads.ts'

/** 新增驾校. */
export function AddSchool({ onClosed }: { onClosed: () => void }) {
  const add = useChange(organisations.addSchool, { invalidates: organisationReads, quiet: true })
  const made = useAddedMessage()
  return (
    <DrawerForm
      title="新增驾校"
      submitText="新增驾校"
      schema={organisations.addSchool.input}
      initial={{}}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async values => {
        const { organizationId } = await add.mutateAsync(values)
        made(`驾校“${values.name}”`, schoolPath(organizationId))
      }}
      onClosed={onClosed}
    >
      <OrganisationFields example="如 广州通达驾校" />
    </DrawerForm>
  )
}

/** 新增服务点 of a school. The form starts with the school's area. */
export function AddServicePoint({ school, onClosed }: { school: OrganisationRow; onClosed: () => void }) {
  const add = useChange(organisations.addServicePoint, { invalidates: organisationReads, quiet: true })
  const made = useAddedMessage()
  const { organizationId: parentId, provinceId, cityId } = school
  return (
    <DrawerForm
      title={`新增服务点，属于${school.name}`}
      submitText="新增服务点"
      schema={organisations.addServicePoint.input}
      initial={{ parentId, provinceId, cityId }}
      loading={add.isPending}
      submitError={add.error}
      onSubmit={async values => {
        await add.mutateAsync(values)
        const list = `/institution/seviceManagement?organizationId=${parentId}`
        made(`服务点“${values.name}”`, `${list}&${named(values.name)}`)
      }}
      onClosed={onClosed}
    >
      <OrganisationFields example="如 天河服务点" />
    </DrawerForm>
  )
}

/** The filter of the list that leaves what is called so. */
const named = (name: string) => new URLSearchParams({ paramValue: name.slice(0, longestSearch) })

/** 编辑 a school or a service point, from the newest version of it. */
export function EditOrganisation({ row, onClosed }: { row: OrganisationRow; onClosed: () => void }) {
  const modify = useChange(organisations.modify, { invalidates: organisationReads, quiet: true })
  const describe = useDescribe()
  const isPoint = row.type === 'servicePoint'
  return (
    <DrawerForm
      title={`编辑${isPoint ? '服务点' : '驾校'} ${row.name}`}
      submitText="保存"
      schema={organisations.modify.input}
      initial={row}
      loading={modify.isPending}
      submitError={modify.error}
      describe={describe}
      onSubmit={values => modify.mutateAsync(values)}
      onClosed={onClosed}
    >
      {isPoint && (
        <Field name="parentId" help="移到另一所驾校时，教室和设备一起移过去">
          <SchoolPicker />
        </Field>
      )}
      <OrganisationFields />
    </DrawerForm>
  )
}

const longest = { name: 100, address: 200, contact: 50, phone: 13 } as const satisfies Partial<
  Record<keyof typeof organisationForm.shape, number>
>

function OrganisationFields({ example }: { example?: string }) {
  return (
    <>
      <Field name="name">
        <Input maxLength={longest.name} placeholder={example ?? ''} />
      </Field>
      <AreaFields />
      <Field name="address">
        <Input maxLength={longest.address} placeholder="街道、门牌号" />
      </Field>
      <Field name="contact">
        <Input maxLength={longest.contact} autoComplete="off" />
      </Field>
      <Field name="phone" help="手机号，或带区号的座机号，如 020-83001234">
        <Input maxLength={longest.phone} autoComplete="off" />
      </Field>
    </>
  )
}

/** Codes and ids read as names where two versions are compared. */
function useDescribe() {
  const schools = useQuery(query(organisations.schools, {})).data
  const area = useAreaNames()
  return (name: string, value: unknown) => {
    if (name === 'provinceId' || name === 'cityId') return area(value)
    if (name === 'parentId') return schools?.find(({ organizationId }) => organizationId === value)?.name
    return undefined
  }
}
