import { apiKeyForm } from '@drivesim/contract/open/apiKeys/apiKeyShapes'
import { apiKeys } from '@drivesim/contract/open/apiKeys/apiKeys'
import { Alert, Input, Select } from 'antd'
import { useChange } from '../../../api/query.ts'
import { OrganisationsPicker } from '../../../parts/OrganisationsPicker.tsx'
import { Choices } from '../../../ui/form/Choices.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { KeyCodes } from './KeyCodes.tsx'
import type { MadeKey } from './ShownKey.tsx'

const terms = [30, 90, 365].map(days => ({ value: days, label: `${days} 天` }))
const exportChoices = [
  { value: false, label: '不允许' },
  { value: true, label: '允许' },
]
const initial = { name: '', codes: [], organIds: [], days: 90, networks: [], mayExport: false }

/** 新建接口密钥: whatever is chosen, the key never may more than its owner at that moment. */
export function AddApiKey({ onMade, onClosed }: { onMade: (made: MadeKey) => void; onClosed: () => void }) {
  const add = useChange(apiKeys.add, { invalidates: [apiKeys.own, apiKeys.list], quiet: true })
  return (
    <DrawerForm
      title="新建接口密钥"
      overDialog
      submitText="新建密钥"
      schema={apiKeyForm}
      initial={initial}
      loading={add.isPending}
      submitError={add.error}
      describe={describe}
      onSubmit={async values => {
        const { apiKey } = await add.mutateAsync(values)
        onMade({ name: values.name, apiKey })
      }}
      onClosed={onClosed}
    >
      <Alert
        type="info"
        showIcon
        title="密钥以您的名义调用接口"
        description="它能做的不会超过您当时的权限和机构；您被停用、重置密码或重置两步验证后，它随即失效。"
      />
      <Field name="name" help="写明给哪个程序用，操作日志里会显示它">
        <Input maxLength={50} placeholder="如 财务系统对接" />
      </Field>
      <Field
        name="codes"
        required={false}
        help="学员、订单、课程、机构等列表对所有成员开放，不选权限也能读取；登录、成员、角色、日志等接口不对密钥开放"
      >
        <KeyCodes />
      </Field>
      <Field name="organIds" required={false} help="不选表示您管理的全部机构，以后增减也随之变化">
        <OrganisationsPicker />
      </Field>
      <Field name="days" help="到期后失效；到期前可以轮换，换出的新密钥重新计算有效期">
        <Choices options={terms} />
      </Field>
      <Field
        name="networks"
        required={false}
        help="只能从这些网络使用，如 203.0.113.0/24；不填则不限，建议填写程序所在的地址"
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[' ', '，', ',', '、']}
          placeholder="网段或 IP 地址"
        />
      </Field>
      <Field name="mayExport" help="允许后可以下载列表文件；须再次验证身份的导出（如学员）仍不对密钥开放">
        <Choices options={exportChoices} />
      </Field>
    </DrawerForm>
  )
}

function describe(name: string, value: unknown) {
  return name === 'mayExport' ? (value === true ? '允许' : '不允许') : undefined
}
