import { Switch } from 'antd'
import { useState } from 'react'
import styles from './KeysHelp.module.css'
import { firstFilter, newButton, recordSteps, setKeysOff, useKeysState } from './keys.ts'

/** Which keys do something on the page at hand, and whether single ones are to. */
export default function KeysHelp() {
  const off = useKeysState(({ off }) => off)
  // As the page stood when it was asked.
  const [lines] = useState(keysHere)
  return (
    <>
      <dl className={styles.keys}>
        {lines.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.choice} htmlFor="keys-on">
        <Switch id="keys-on" size="small" checked={!off} onChange={on => setKeysOff(!on)} />
        在这个浏览器里使用单键快捷键
      </label>
    </>
  )
}

interface KeyLine {
  readonly keys: readonly string[]
  readonly what: string
}

function keysHere(): readonly KeyLine[] {
  const button = newButton()
  return [
    { keys: ['Ctrl K'], what: '搜索页面和记录' },
    ...(firstFilter() === undefined ? [] : [{ keys: ['/'], what: '到第一个查询条件' }]),
    ...(button === undefined ? [] : [{ keys: ['n'], what: button.innerText.replace(/\s/g, '') }]),
    ...(recordSteps() === undefined ? [] : [{ keys: ['Alt ↑', 'Alt ↓'], what: '上一条、下一条' }]),
    { keys: ['[', ']'], what: '上一个、下一个标签页' },
    { keys: ['Ctrl Enter'], what: '提交表单' },
    { keys: ['Esc'], what: '关闭弹窗' },
    { keys: ['?'], what: '显示这里的快捷键' },
  ]
}
