import { expect, test } from 'vitest'
import { cleanCode, cleanName, cleanNumber, cleanPhone, cleanSearch, cleanText } from './cleaned.ts'

test('names: what nobody sees is gone, spaces are spaces, and what is left empty is empty', () => {
  for (const [typed, name] of [
    ['隐五\u200b', '隐五'],
    ['\u202e张三', '张三'],
    ['张\u00a0 \u3000三 ', '张 三'],
    ['\ufeff李\u00ad四\u2066', '李四'],
    ['\u200b\u3164\u2060', ''],
    ['王\u200d五', '王五'],
    ['赵\r\n六\0', '赵 六'],
    ['Ａ班１', 'Ａ班１'],
  ] as const)
    expect(cleanName(typed), JSON.stringify(typed)).toBe(name)
})

test('free text keeps its lines, and the joiner that makes one picture of several', () => {
  expect(cleanText(' 第一行\u200b\r\n第二行 👨\u200d👩\u200d👧 ')).toBe('第一行\r\n第二行 👨\u200d👩\u200d👧')
})

test('what is looked for and codes are compared as plain letters and digits', () => {
  expect(cleanSearch('１３９\u200b ００')).toBe('139 00')
  expect(cleanCode('浙Ａ·１２３４Ｘ')).toBe('浙A·1234X')
  expect(cleanNumber(' 330106 19900307 ００１Ｘ ')).toBe('33010619900307001X')
  expect(cleanCode('SN—00１')).toBe('SN-001')
})

test('phones as people write them', () => {
  for (const [typed, phone] of [
    ['139 0001 8888', '13900018888'],
    ['139-0001-8888', '13900018888'],
    ['+86 139 0001 8888', '13900018888'],
    ['0086-13900018888', '13900018888'],
    ['8613900018888', '13900018888'],
    ['１３９０００１８８８８', '13900018888'],
    ['\u202d13900018888\u202c', '13900018888'],
    ['(0571) 8888 9999', '057188889999'],
    ['0571-88889999', '0571-88889999'],
    ['0571—88889999', '0571-88889999'],
  ] as const)
    expect(cleanPhone(typed), typed).toBe(phone)
})
