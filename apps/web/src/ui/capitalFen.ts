const digits = '零壹贰叁肆伍陆柒捌玖'
const units = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿', '万亿']

/**
 * Whole fen in the capital figures of receipts and bills (《支付结算办法》附一 正确填写票据和结算凭证的基本规定): `壹仟零贰元叁角整`.
 * Up to 9,999,999,999,999,999 fen; a debt begins with 负.
 */
export function capitalFen(fen: number): string {
  const amount = Math.abs(fen)
  const yuan = wholeYuan(Math.floor(amount / 100))
  const jiao = Math.floor((amount % 100) / 10)
  const cents = amount % 10
  const sign = fen < 0 ? '负' : ''
  if (jiao === 0 && cents === 0) return `${sign}${yuan === '' ? '零' : yuan}元整`
  const begin = yuan === '' ? '' : `${yuan}元`
  if (cents === 0) return `${sign}${begin}${digits[jiao]}角整`
  const tens = jiao === 0 ? (begin === '' ? '' : '零') : `${digits[jiao]}角`
  return `${sign}${begin}${tens}${digits[cents]}分`
}

/** Empty for nothing. Zeros within are said once, those at the end not at all. */
function wholeYuan(yuan: number): string {
  let words = ''
  let skipped = false
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    const part = Math.floor(yuan / 10_000 ** group) % 10_000
    if (part === 0) {
      skipped = true
      continue
    }
    const said = fourDigits(part)
    const gap = words !== '' && (skipped || part < 1000)
    words += `${gap ? '零' : ''}${said}${groups[group]}`
    skipped = false
  }
  return words
}

/** 1 to 9999. */
function fourDigits(part: number): string {
  let words = ''
  let skipped = false
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(part / 10 ** place) % 10
    if (digit === 0) {
      skipped = words !== ''
      continue
    }
    words += `${skipped ? '零' : ''}${digits[digit]}${units[place]}`
    skipped = false
  }
  return words
}
