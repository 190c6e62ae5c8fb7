import { type MenuNode, menuForm } from '@drivesim/contract/schools/apps/appShapes'
import { apps } from '@drivesim/contract/schools/apps/apps'
import { organisationErrors } from '@drivesim/contract/schools/organisations/organisationShapes'
import { Input, Select } from 'antd'
import { useManagesPlatform } from '../../../api/managesPlatform.ts'
import { useChange } from '../../../api/query.ts'
import { clearable } from '../../../ui/clearable.tsx'
import { DrawerForm } from '../../../ui/form/DrawerForm.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { OnOff } from '../../../ui/form/OnOff.tsx'
import { iconOptions } from './menuIcons.tsx'
import { flattenMenu, possibleParents } from './menuTree.ts'
import { menuReads } from './reads.ts'

interface Props {
  schoolId: number
  tree: readonly MenuNode[]
  /** The entry to edit, or above the one to add. */
  editing: { menu: MenuNode } | { below: number | null }
  onClosed: () => void
}

/** 新增菜单 and 编辑菜单 of the app of one school. */
export function MenuForm({ schoolId, tree, editing, onClosed }: Props) {
  const save = useChange(apps.saveMenu, { invalidates: menuReads, quiet: true })
  const managesPlatform = useManagesPlatform()
  const menu = 'menu' in editing ? editing.menu : undefined
  const nameOf = (id: unknown) =>
    flattenMenu(tree).find(({ node }) => node.menuId === id)?.node.menuName ?? '无'
  const describe = (name: string, value: unknown) => {
    if (name === 'fartherMenuId') return nameOf(value)
    if (name === 'icon') return iconOptions.find(icon => icon.value === value)?.name ?? ''
    return undefined
  }
  const initial =
    'menu' in editing
      ? editing.menu
      : { fartherMenuId: editing.below, allSchoolFlag: false, ifSmall: false, menuBelongSchool: schoolId }
  return (
    <DrawerForm
      title={menu === undefined ? '新增菜单' : `编辑菜单 ${menu.menuName}`}
      submitText={menu === undefined ? '新增菜单' : '保存'}
      schema={menuForm}
      initial={{ ...initial, menuBelongSchool: schoolId }}
      fromLatest={latest => ({ ...latest, menuBelongSchool: schoolId })}
      loading={save.isPending}
      submitError={save.error}
      describe={describe}
      // Its place among its siblings is set by dragging.
      onSubmit={({ sort: _, ...values }) => save.mutateAsync(values)}
      onClosed={onClosed}
    >
      <Field name="menuName">
        <Input maxLength={20} placeholder="如 模拟训练" />
      </Field>
      <Field name="fartherMenuId">
        <Select
          allowClear={clearable}
          placeholder="不选为一级菜单"
          showSearch={{ optionFilterProp: 'name' }}
          optionLabelProp="name"
          options={possibleParents(tree, menu?.menuId).map(({ node, depth }) => ({
            value: node.menuId,
            name: node.menuName,
            label: `${'　'.repeat(depth)}${node.menuName}`,
          }))}
        />
      </Field>
      <Field
        name="allSchoolFlag"
        help={
          managesPlatform === false
            ? organisationErrors.platformOnly.sentence('全部驾校的菜单')
            : '打开后出现在每所驾校的应用里，由平台维护'
        }
      >
        <OnOff disabled={managesPlatform === false} />
      </Field>
      <Field name="ifSmall" help="小图标并排显示；否则独占一行，下级菜单列在里面">
        <OnOff />
      </Field>
      <Field name="icon">
        <Select
          allowClear={clearable}
          placeholder="请选择图标"
          showSearch={{ optionFilterProp: 'name' }}
          options={iconOptions}
        />
      </Field>
    </DrawerForm>
  )
}
