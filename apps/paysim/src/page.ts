import { isPayable, type Order } from './books.ts'

const words = { wechat: '微信支付', alipay: '支付宝' }
/** As people read it; the protocols have theirs. */
const amountOf = (fen: number) =>
  (fen / 100).toLocaleString('zh-CN', { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' })

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** The style of the page; a policy names it by its hash. */
export const pageStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 22rem; margin: 15vh auto 0; padding: 0 1.5rem; text-align: center; }
strong { display: block; margin: 1rem 0 .25rem; font-size: 2.5rem; font-variant-numeric: tabular-nums; }
p { margin: .25rem 0; opacity: .75; overflow-wrap: anywhere; }
button { width: 100%; margin-top: 2rem; padding: .75rem; border: 0; border-radius: 8px; background: #1677ff; color: #fff; font: inherit; cursor: pointer; }
.note { margin-top: 2rem; font-size: .875rem; }
`

/** What a payer sees of an order on their phone. */
export function payPage(order: Order): string {
  const act = isPayable(order)
    ? '<form method="post"><button>确认付款</button></form>'
    : `<p role="status">${order.paidAt === null ? '订单已关闭，不能付款' : '付款成功'}</p>`
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words[order.channel]}（模拟）</title><style>${pageStyle}</style></head><body><main>
<h1>${words[order.channel]}</h1><strong>${amountOf(order.amount)}</strong><p>${escapeHtml(order.subject)}</p><p>${escapeHtml(order.no)}</p>
${act}<p class="note">模拟支付，不产生真实扣款</p></main></body></html>`
}
