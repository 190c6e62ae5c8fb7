import { describe, expect, test } from 'vitest'
import { cleanHtml, plainText } from './service.ts'

describe('HTML', () => {
  test.each([
    ['<p>你好<b>吗</b></p>', '<p>你好<b>吗</b></p>'],
    ['<p onclick="x()">甲</p>', '<p>甲</p>'],
    ['<script>alert(1)</script>甲', '甲'],
    ['<img src=x onerror=alert(1)>甲', '甲'],
    ['<a href="javascript:alert(1)">甲</a>', '<a href>甲</a>'],
    [
      '<a href="/device/deviceDetail?simulatorId=1">甲</a>',
      '<a href="/device/deviceDetail?simulatorId=1">甲</a>',
    ],
    ['<a href="//evil.example/x">甲</a>', '<a href>甲</a>'],
    ['<a href="/\\evil.example/x">甲</a>', '<a href>甲</a>'],
    ['<a href="&#47;&#47;evil.example/x">甲</a>', '<a href>甲</a>'],
    ['<a href="https://www.mps.gov.cn/">甲</a>', '<a href="https://www.mps.gov.cn/">甲</a>'],
    ['<p style="position:fixed">甲</p>', '<p>甲</p>'],
    ['<svg><script>alert(1)</script></svg>甲', '甲'],
    ['<iframe src="https://evil.example"></iframe>甲', '甲'],
    ['<form action="https://evil.example"><input name="password"></form>甲', '甲'],
    ['<style>*{display:none}</style>甲', '甲'],
    ['<!-- <script> -->甲', '甲'],
    ['<svg onload=alert(1)><animate onbegin=alert(1)>甲', '甲'],
    ['<math><mtext><table><mglyph><style><img src onerror=alert(1)>甲', undefined],
    ['<p title="<img src=x onerror=alert(1)>">甲</p>', '<p>甲</p>'],
    ['<a href="&#106;avascript:alert(1)">甲</a>', '<a href>甲</a>'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>甲', undefined],
  ])('%s', (given, kept) => {
    const clean = cleanHtml(given)
    if (kept !== undefined) expect(clean).toBe(kept)
    expect(clean).not.toMatch(/<(script|img|svg|style|iframe)|\son\w+=|javascript:/i)
  })

  test('as plain text it is one line', () => {
    expect(plainText('<p>一 &lt; 二</p><ul><li>甲</li><li>乙</li></ul>')).toBe('一 < 二 甲 乙')
  })
})
