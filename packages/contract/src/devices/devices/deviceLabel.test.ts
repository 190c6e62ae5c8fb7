import { expect, test } from 'vitest'
import { labelIn, labelPath } from './deviceLabel.ts'

test('the label in what was scanned, whichever address the system had when it was printed', () => {
  const label = { simulatorNum: 'SN-2026-0042', check: 'a1b2c3d4' }
  for (const base of ['https://sim.example.com', 'http://10.0.0.7:8080/base'])
    expect(labelIn(base + labelPath(label))).toEqual(label)
  expect(labelIn('https://sim.example.com/d/sn-2026-0042?c=a1b2c3d4')).toEqual(label)
  for (const behind of ['%20%0A', ' \n'])
    for (const scanned of [`SN-2026-0042${behind}?c=a1b2c3d4`, `SN-2026-0042?c=a1b2c3d4${behind}`])
      expect(labelIn(`https://sim.example.com/d/${scanned}`)).toEqual(label)
})

test.each(['SN-2026-0042', 'https://sim.example.com/d/SN-2026-0042', 'https://weixin.qq.com/d/1?c=2', ''])(
  '%j is no label',
  scanned => expect(labelIn(scanned)).toBeNull(),
)
