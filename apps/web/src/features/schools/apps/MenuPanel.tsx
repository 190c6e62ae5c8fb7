import { DownOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import { appErrors, type MenuNode } from '@drivesim/contract/schools/apps/appShapes'
import { apps } from '@drivesim/contract/schools/apps/apps'
import { Button, Tree, type TreeDataNode, type TreeProps } from 'antd'
import { type Key, useState } from 'react'
import { useChange } from '../../../api/query.ts'
import { usePlatformOnly } from '../../../parts/platform.ts'
import { Can, useCan } from '../../../ui/Can.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import { menuItem } from '../../../ui/list/RowActions.tsx'
import type { RowAction } from '../../../ui/list/types.ts'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { Panel } from '../../../ui/PageHead.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import styles from './apps.module.css'
import { MenuForm } from './MenuForm.tsx'
import { MenuIcon } from './menuIcons.tsx'
import { type Drop, flattenMenu, moveOf, siblingsOf } from './menuTree.ts'
import { menuReads } from './reads.ts'

interface Props {
  schoolId: number
  tree: readonly MenuNode[]
}

type Editing = { menu: MenuNode } | { below: number | null }

/** The menu of one school's app as a tree that is sorted by dragging, or by the entry's own actions. */
export function MenuPanel({ schoolId, tree }: Props) {
  const [editing, edit] = useState<Editing | null>(null)
  const [closed, setClosed] = useState<readonly Key[]>([])
  const mayEdit = useCan('app:edit')
  const { move, actions } = useMenuActions(schoolId, tree, edit)
  const blocked = useBlocked()
  const all = new Map(flattenMenu(tree).map(({ node }) => [node.menuId, node]))

  const drop: TreeProps['onDrop'] = ({ dragNode, node, dropToGap, dropPosition }) => {
    const [dragged, on] = [all.get(Number(dragNode.key)), all.get(Number(node.key))]
    if (dragged === undefined || on === undefined) return
    // The tree counts positions among siblings: one less than the node's own lies before it.
    const own = Number(node.pos.split('-').at(-1))
    void move(dragged, { on, place: !dropToGap ? 'into' : dropPosition < own ? 'before' : 'after' })
  }
  const nodeOf = (menu: MenuNode): TreeDataNode => ({
    key: menu.menuId,
    title: <Entry menu={menu} actions={mayEdit ? actions(menu) : []} />,
    children: menu.children.map(nodeOf),
  })
  return (
    <Panel
      title="应用菜单"
      extra={
        <Can code="app:edit">
          <Button icon={<PlusOutlined />} onClick={() => edit({ below: null })}>
            新增菜单
          </Button>
        </Can>
      }
    >
      {tree.length === 0 ? (
        <EmptyState title="还没有菜单" hint="点击“新增菜单”，学员打开应用就能看到" />
      ) : (
        <Tree
          className={styles.menu ?? ''}
          aria-label="应用菜单"
          blockNode
          // What is added or moved later is open too.
          expandedKeys={[...all.keys()].filter(menuId => !closed.includes(menuId))}
          onExpand={(_, { node, expanded }) =>
            setClosed(expanded ? closed.filter(key => key !== node.key) : [...closed, node.key])
          }
          selectable={false}
          draggable={
            mayEdit && {
              icon: <HolderOutlined className={styles.handle} />,
              nodeDraggable: node => {
                const menu = all.get(Number(node.key))
                return menu !== undefined && blocked(menu) === null
              },
            }
          }
          treeData={tree.map(nodeOf)}
          onDrop={drop}
        />
      )}
      {editing !== null && (
        <MenuForm schoolId={schoolId} tree={tree} editing={editing} onClosed={() => edit(null)} />
      )}
    </Panel>
  )
}

/** What the tree does to its first entry, wherever in it, or in a menu that lies over it, the key was pressed. */
const ofTree: ReadonlySet<string> = new Set([
  'Enter',
  ' ',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
])

function Entry({ menu, actions }: { menu: MenuNode; actions: RowAction[] }) {
  return (
    <span className={styles.entry}>
      <MenuIcon name={menu.icon} />
      <span className={styles.entryWords}>
        {menu.menuName}
        {menu.allSchoolFlag && <span className={styles.mark}>全部驾校</span>}
        {menu.ifSmall && <span className={styles.mark}>小图标</span>}
      </span>
      {actions.length > 0 && (
        <span
          role="none"
          className={styles.entryActions}
          onKeyDown={event => ofTree.has(event.key) && event.stopPropagation()}
        >
          <MenuButton
            className="ui-text-button"
            aria-label={`${menu.menuName}的操作`}
            menu={() => ({ items: actions.map(menuItem) })}
          >
            操作
            <DownOutlined />
          </MenuButton>
        </span>
      )}
    </span>
  )
}

/** Why this person cannot change an entry, or null. */
function useBlocked(): (menu: MenuNode) => string | null {
  const platformOnly = usePlatformOnly('全部驾校的菜单')
  return menu => (menu.allSchoolFlag ? (platformOnly ?? null) : null)
}

function useMenuActions(schoolId: number, tree: readonly MenuNode[], edit: (editing: Editing) => void) {
  const confirm = useConfirm()
  const blocked = useBlocked()
  const save = useChange(apps.saveMenu)
  const sort = useChange(apps.sortMenus, { invalidates: menuReads })
  const remove = useChange(apps.removeMenu, { invalidates: menuReads })

  /** Takes the entry to its new parent where that changed, and puts it in its place there. */
  const move = async (menu: MenuNode, drop: Drop) => {
    const { parent, order } = moveOf(tree, menu, drop)
    const { sort: _, children: _below, fartherMenuId, ...form } = menu
    const mine = order.filter(menuId => {
      const node = flattenMenu(tree).find(({ node }) => node.menuId === menuId)?.node
      return node !== undefined && blocked(node) === null
    })
    try {
      if (parent !== fartherMenuId)
        await save.mutateAsync({ ...form, fartherMenuId: parent, menuBelongSchool: schoolId })
      await sort.mutateAsync({ menuIds: mine })
    } catch {
      // Its sentence was shown by the call; the tree is read again as it stands.
    }
  }
  const step = (menu: MenuNode, by: -1 | 1): RowAction => {
    const siblings = siblingsOf(tree, menu)
    const on = siblings[siblings.findIndex(({ menuId }) => menuId === menu.menuId) + by]
    const end = by < 0 ? '已经是同级的第一个' : '已经是同级的最后一个'
    return {
      label: by < 0 ? '上移' : '下移',
      reason: blocked(menu) ?? (on === undefined ? end : null),
      onAct: () => on !== undefined && void move(menu, { on, place: by < 0 ? 'before' : 'after' }),
    }
  }
  const actions = (menu: MenuNode): RowAction[] => [
    { label: '编辑', reason: blocked(menu), onAct: () => edit({ menu }) },
    { label: '新增下级', onAct: () => edit({ below: menu.menuId }) },
    step(menu, -1),
    step(menu, 1),
    {
      label: '删除',
      removes: true,
      reason: blocked(menu) ?? (menu.children.length > 0 ? appErrors.menuHasChildren.sentence('删除') : null),
      onAct: () =>
        confirm({
          title: `删除菜单“${menu.menuName}”？`,
          consequence: menu.allSchoolFlag
            ? '它会立即从全部驾校的应用中消失，不能恢复。'
            : '它会立即从本驾校的应用中消失，不能恢复。',
          verb: '删除菜单',
          danger: true,
          run: () => remove.mutateAsync({ menuId: menu.menuId }),
        }),
    },
  ]
  return { move, actions }
}
