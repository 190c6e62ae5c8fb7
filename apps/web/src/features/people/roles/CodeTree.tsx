import { type AccessCode, accessNames } from '@drivesim/contract/access'
import { accessGroups } from '@drivesim/contract/people/roles'
import { Checkbox } from 'antd'
import { useHeldCodes } from '../../../api/me.ts'
import styles from './CodeTree.module.css'
import { withCode, withGroup } from './codes.ts'

interface Props {
  id?: string
  value?: AccessCode[]
  onChange?: (codes: AccessCode[]) => void
}

/** The codes as a tree, by groups of the menu. What the person does not hold they can neither give nor take. */
export function CodeTree({ id, value = [], onChange }: Props) {
  const heldCodes = useHeldCodes()
  return (
    <ul className={styles.codes} id={id} aria-label="权限">
      {accessGroups.map(({ title, codes }) => {
        const marked = codes.filter(code => value.includes(code)).length
        const mine = codes.filter(code => heldCodes.has(code))
        return (
          <li key={title}>
            <Checkbox
              checked={marked === codes.length}
              indeterminate={marked > 0 && marked < codes.length}
              disabled={mine.length === 0}
              onChange={({ target }) => onChange?.(withGroup(value, codes, target.checked, heldCodes))}
            >
              <strong className={styles.group}>{title}</strong>
              <span className="ui-quiet ui-digits">
                {' '}
                {marked}/{codes.length}
              </span>
            </Checkbox>
            <ul aria-label={title}>
              {codes.map(code => (
                <li key={code}>
                  <Checkbox
                    checked={value.includes(code)}
                    disabled={!heldCodes.has(code)}
                    onChange={({ target }) => onChange?.(withCode(value, code, target.checked, heldCodes))}
                  >
                    {nameOf(code, title)}
                    {!heldCodes.has(code) && (
                      <span className={styles.reason}>（您没有此权限，不能授予或收回）</span>
                    )}
                  </Checkbox>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}

/** The codes that a role has, by groups. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  const groups = accessGroups.flatMap(group => {
    const has = group.codes.filter(code => codes.includes(code))
    return has.length === 0 ? [] : [{ title: group.title, has, of: group.codes.length }]
  })
  if (groups.length === 0) return <p className="ui-quiet">此角色没有任何权限。</p>
  return (
    <dl className={styles.list}>
      {groups.map(({ title, has, of }) => (
        <div key={title}>
          <dt>
            {title}{' '}
            <span className="ui-quiet ui-digits">
              {has.length}/{of}
            </span>
          </dt>
          <dd>{has.map(code => nameOf(code, title)).join('、')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The code that opens a group is called like the group. */
function nameOf(code: AccessCode, group: string): string {
  return accessNames[code] === group ? '进入菜单' : accessNames[code]
}
