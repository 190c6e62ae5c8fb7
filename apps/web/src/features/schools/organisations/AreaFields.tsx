import type { DataOf } from '@drivesim/contract/endpoint'
import type { areas } from '@drivesim/contract/schools/areas'
import { Cascader, Form } from 'antd'
import { useAreas } from '../../../parts/areas.ts'
import { clearableIn } from '../../../ui/clearable.tsx'
import { Field } from '../../../ui/form/Field.tsx'

/** Province and city, chosen as one. */
export function AreaFields() {
  const form = Form.useFormInstance()
  const cityId: unknown = Form.useWatch('cityId', form)
  return (
    <>
      <Field name="provinceId" help="省份和城市，按国家标准的行政区划">
        <AreaCascader
          cityId={typeof cityId === 'string' ? cityId : undefined}
          onCity={city => form.setFieldValue('cityId', city)}
        />
      </Field>
      <Form.Item name="cityId" hidden>
        <input type="hidden" />
      </Form.Item>
    </>
  )
}

interface Props {
  id?: string
  'aria-required'?: 'true'
  /** The province. */
  value?: string | null
  onChange?: (province: string | undefined) => void
  onBlur?: () => void
  cityId: string | undefined
  onCity: (city: string | undefined) => void
}

function AreaCascader({ value, onChange, cityId, onCity, ...rest }: Props) {
  const known = useAreas()
  const chosen = value ? [value, ...(cityId === undefined ? [] : [cityId])] : []
  return (
    <Cascader
      {...rest}
      className="ui-wide"
      placeholder="请选择省份和城市"
      loading={known === undefined}
      showSearch
      allowClear={clearableIn(rest)}
      value={chosen}
      options={(known ?? []).map(optionOf)}
      onChange={picked => {
        const [province, city] = picked ?? []
        onCity(text(city))
        onChange?.(text(province))
      }}
    />
  )
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Hong Kong, Macau and Taiwan have no cities in the standard: there the province alone is chosen. */
function optionOf({ areaId, name, cities }: DataOf<typeof areas.all>[number]) {
  const children = cities.map(city => ({ value: city.areaId, label: city.name }))
  return { value: areaId, label: name, ...(children.length > 0 && { children }) }
}

/** Area codes as the words of the standard. */
export function useAreaNames(): (code: unknown) => string {
  const known = useAreas()
  return code => {
    const all = (known ?? []).flatMap(province => [province, ...province.cities])
    return all.find(({ areaId }) => areaId === code)?.name ?? String(code ?? '')
  }
}
