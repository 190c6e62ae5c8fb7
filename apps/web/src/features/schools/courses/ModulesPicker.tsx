import { scores } from '@drivesim/contract/people/scores'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { query } from '../../../api/query.ts'
import type { ManyPickerProps } from '../../../parts/picker.ts'
import { clearable } from '../../../ui/clearable.tsx'

interface Module {
  moduleId: number
  moduleName: string
  /** The sub-subject it trains. */
  group: string
  gearTypes: readonly string[]
}

/** All training modules, in the order of the examination. */
export function useModules(): readonly Module[] {
  const tree = useQuery({ ...query(scores.subjects), staleTime: Number.POSITIVE_INFINITY }).data ?? []
  return tree.flatMap(({ subjectName, children }) =>
    children.flatMap(({ subSubjectName, gearTypes, modules }) =>
      modules.map(module => ({ ...module, group: `${subjectName} · ${subSubjectName}`, gearTypes })),
    ),
  )
}

/** Modules that are trained for one licence type, by what they train. */
export function ModulesPicker({
  gearType,
  value = [],
  onChange,
  ...rest
}: ManyPickerProps & { gearType: string }) {
  const modules = useModules().filter(({ gearTypes }) => gearTypes.includes(gearType))
  const groups = [...new Set(modules.map(({ group }) => group))]
  return (
    <Select
      {...rest}
      mode="multiple"
      className="ui-wide"
      placeholder="请选择训练模块"
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={clearable}
      value={value}
      options={groups.map(group => ({
        label: group,
        options: modules
          .filter(module => module.group === group)
          .map(({ moduleId, moduleName }) => ({ value: moduleId, label: moduleName })),
      }))}
      onChange={(picked: number[]) => onChange?.(picked)}
    />
  )
}
