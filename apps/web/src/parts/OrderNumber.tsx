import { Link } from 'react-router'

/** Orders and refunds are known by the letters of their numbers, and found in these lists. */
const lists: Readonly<Record<string, string>> = {
  CZ: '/orderManage/rechargeOrder?',
  KC: '/orderManage/courseOrder?',
  TK: '/orderManage/rechargeOrder?tab=refunds&',
}

/** Whether a text is the number of an order or refund, and nothing else. */
export const isOrderNumber = (text: string): boolean => /^(CZ|KC|TK)\d+$/.test(text)

/** The number of an order or refund, which leads to it in its list; another number is text. */
export function OrderNumber({ no }: { no: string }) {
  const list = lists[no.slice(0, 2)]
  if (list === undefined) return <span className="ui-digits">{no}</span>
  return (
    <Link className="ui-digits" to={`${list}paramValue=${encodeURIComponent(no)}`}>
      {no}
    </Link>
  )
}
