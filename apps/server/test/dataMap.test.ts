import { retentionKinds } from '@drivesim/contract/privacy/retentionKinds'
import { expect, test } from 'vitest'
import { activities, dataMap } from '../src/platform/dataMap/dataMap.ts'
import type { Treatment } from '../src/platform/dataMap/treatments.ts'

const registered = activities()
const line = ({ subject, purpose, sensitive, mask, kept, erasure, columns }: (typeof registered)[number]) =>
  `| ${subject} | ${purpose} | ${sensitive ? '是' : '–'} | ${mask} | ${kept} | ${erasure} | ${columns.map(column => `\`${column}\``).join(' ')} |`

const term = ({
  name,
  months,
  floor,
  from,
  afterwards,
}: (typeof retentionKinds)[keyof typeof retentionKinds]) =>
  `| ${name} | ${months === null ? '长期' : `${months} 个月`} | ${floor === null ? '–' : `${floor.months} 个月；${floor.law}`} | ${from} | ${afterwards} |`

const page = `# 个人信息处理活动清单

Made from the code: \`npm test -- dataMap -u\` writes it anew. What each column says of people stands in
\`apps/server/src/platform/dataMap\`; a column without its line there does not compile.

| 个人 | 目的 | 敏感 | 列表、文件和日志中 | 保存 | 注销时 | 所在 |
|---|---|---|---|---|---|---|
${registered.map(line).join('\n')}

## 保存期限

| 种类 | 默认 | 法定最短 | 起算 | 到期后 |
|---|---|---|---|---|
${Object.values(retentionKinds).map(term).join('\n')}
`

test('docs/processing-register.md has every thing that is done with what the data map calls personal', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/processing-register.md')
})

test('what is called like a name, a phone, a mail, an address or an account is not taken for nothing', () => {
  const telling = /phone|mail$|id_number|payee|recipient|user_agent|^bank$|password|secret/
  const overlooked = Object.entries(dataMap).flatMap(([table, columns]) =>
    Object.entries(columns as Record<string, Treatment>)
      .filter(([column, treatment]) => telling.test(column) && treatment.class === 'none')
      .map(([column]) => `${table}.${column}`),
  )
  // whether and when, nobody's
  expect(overlooked).toEqual([
    'member.first_password_until',
    'member.must_change_password',
    'member.phone_verified_at',
  ])
})
