import type { AccessCode } from '@drivesim/contract/access'
import { accessNames } from '@drivesim/contract/access'
import { apiKeyCodes } from '@drivesim/contract/open/apiKeys/apiKeyShapes'
import { accessGroups } from '@drivesim/contract/people/roles'
import { Checkbox } from 'antd'
import { useHeldCodes } from '../../../api/me.ts'
import styles from './apiKeys.module.css'

interface Props {
  id?: string
  value?: AccessCode[]
  onChange?: (codes: AccessCode[]) => void
}

/** Codes that a key can use and the person holds, by groups of the menu. A key gets what was chosen and nothing along with it. */
export function KeyCodes({ id, value = [], onChange }: Props) {
  const heldCodes = useHeldCodes()
  const groups = accessGroups
    .map(({ title, codes }) => ({
      title,
      codes: codes.filter(code => heldCodes.has(code) && apiKeyCodes.includes(code)),
    }))
    .filter(({ codes }) => codes.length > 0)
  const choose = (codes: readonly AccessCode[], on: boolean) => {
    const others = value.filter(code => !codes.includes(code))
    onChange?.(on ? [...others, ...codes] : others)
  }
  if (groups.length === 0) return <p className="ui-quiet">您没有密钥能用的权限，密钥只能读公共列表。</p>
  return (
    <ul className={styles.codes} id={id} aria-label="权限">
      {groups.map(({ title, codes }) => {
        const chosen = codes.filter(code => value.includes(code)).length
        return (
          <li key={title}>
            <Checkbox
              checked={chosen === codes.length}
              indeterminate={chosen > 0 && chosen < codes.length}
              onChange={({ target }) => choose(codes, target.checked)}
            >
              <strong>{title}</strong>
            </Checkbox>
            <ul aria-label={title}>
              {codes.map(code => (
                <li key={code}>
                  <Checkbox
                    checked={value.includes(code)}
                    onChange={({ target }) => choose([code], target.checked)}
                  >
                    {accessNames[code] === title ? '基本查看' : accessNames[code]}
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
