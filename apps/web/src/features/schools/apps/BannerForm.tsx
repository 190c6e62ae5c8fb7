import { addDays, businessDayOf } from '@drivesim/contract/businessDay'
import { type Banner, bannerForm } from '@drivesim/contract/schools/apps/appShapes'
import { apps } from '@drivesim/contract/schools/apps/apps'
import { organisationErrors } from '@drivesim/contract/schools/organisations/organisationShapes'
import { organisations } from '@drivesim/contract/schools/organisations/organisations'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { query, useChange } from '../../../api/query.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { clearable } from '../../../ui/clearable.tsx'
import { DayPicker } from '../../../ui/form/DayPicker.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { PictureUpload } from './PictureUpload.tsx'
import { bannerReads } from './reads.ts'

interface Props {
  schoolId: number
  banner: Banner | undefined
  onClosed: () => void
}

/** 新增轮播图 and 编辑轮播图. A new one belongs to the school of the open app. */
export function BannerForm({ schoolId, banner, onClosed }: Props) {
  const save = useChange(apps.saveBanner, { invalidates: bannerReads, quiet: true })
  const schools = useQuery(query(organisations.schools, {})).data ?? []
  const managesPlatform = useManagesPlatform()
  const nameOf = (id: unknown) =>
    schools.find(({ organizationId }) => organizationId === id)?.name ?? String(id)
  const describe = (name: string, value: unknown) => {
    if (name === 'imageUrl' && typeof value === 'string')
      return <Picture src={value} alt="图片" height={48} />
    if (name !== 'schoolIds' || !Array.isArray(value)) return undefined
    return value.map(nameOf).join('、') || '全部驾校'
  }
  const today = businessDayOf(serverNow())
  return (
    <DrawerForm
      title={banner === undefined ? '新增轮播图' : `编辑轮播图 ${banner.title}`}
      submitText={banner === undefined ? '新增轮播图' : '保存'}
      schema={bannerForm}
      initial={banner ?? { schoolIds: [schoolId], begin: today, end: addDays(today, 29), sort: 0 }}
      loading={save.isPending}
      submitError={save.error}
      describe={describe}
      onSubmit={values => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="imageUrl">
        <PictureUpload />
      </Field>
      <Field name="title">
        <Input maxLength={50} />
      </Field>
      <Field name="link" help="点击图片打开的网页，可以不填">
        <Input placeholder="https://" />
      </Field>
      <Field name="begin">
        <DayPicker />
      </Field>
      <Field name="end" after="begin" help="当天仍然展示">
        <DayPicker />
      </Field>
      <Field
        name="schoolIds"
        help={
          managesPlatform === false
            ? organisationErrors.platformOnly.sentence('全部驾校的轮播图')
            : '不选为全部驾校，由平台维护'
        }
      >
        <Select
          mode="multiple"
          allowClear={clearable}
          placeholder="全部驾校"
          showSearch={{ optionFilterProp: 'label' }}
          options={schools.map(({ organizationId, name }) => ({ value: organizationId, label: name }))}
        />
      </Field>
      <NumberField name="sort" help="小的排在前面" />
    </DrawerForm>
  )
}
