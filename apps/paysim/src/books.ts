import { plainTime } from './signing.ts'

/** What goes wrong on purpose. */
export interface Faults {
  /** Every notice is sent three times. */
  readonly duplicate?: boolean
  /** Notices are sent so much later. Milliseconds. */
  readonly late?: number
  /** No notice is sent. */
  readonly lost?: boolean
  /** Before its notice another comes, signed by somebody else. */
  readonly forged?: boolean
  /** How refunds end: not at all well. */
  readonly fail?: 'closed' | 'abnormal'
  /** The channel does not answer. */
  readonly away?: boolean
}

export interface Refund {
  readonly no: string
  readonly channelNo: string
  readonly amount: number
  readonly acceptedAt: Date
  state: 'processing' | 'success' | 'closed' | 'abnormal'
  doneAt: Date | null
}

/** An order as the channel has it. Amounts are fen. */
export interface Order {
  readonly channel: 'wechat' | 'alipay'
  readonly no: string
  readonly channelNo: string
  readonly amount: number
  readonly subject: string
  readonly noticesTo: string
  readonly expiresAt: Date
  readonly refunds: Map<string, Refund>
  /** What WeChat calls the thing it tells of; missing: its payment. */
  readonly event?: string
  /** Of the amount, as WeChat tells it; missing: CNY. */
  readonly currency?: string
  /** Fields that Alipay's notice has besides. */
  readonly besides?: Readonly<Record<string, string>>
  /** When it was paid. */
  paidAt: Date | null
  closed: boolean
}

export type NewOrder = Pick<Order, 'channel' | 'no' | 'amount' | 'subject' | 'noticesTo' | 'expiresAt'>

/** Orders are forgotten when there are more; the oldest first. */
const mostOrders = 20_000

/** The channels' own books, in memory. */
export class Books {
  readonly #orders = new Map<string, Order>()
  #numbers = 0

  /** An order of this number; a closed one is not made again. */
  make(order: NewOrder): Order {
    const found = this.find(order.channel, order.no)
    if (found !== undefined) return found
    const made: Order = {
      ...order,
      channelNo: this.#number(),
      refunds: new Map(),
      paidAt: null,
      closed: false,
    }
    this.#orders.set(`${order.channel} ${order.no}`, made)
    const [oldest] = this.#orders.keys()
    if (this.#orders.size > mostOrders && oldest !== undefined) this.#orders.delete(oldest)
    return made
  }

  find(channel: Order['channel'], no: string): Order | undefined {
    return this.#orders.get(`${channel} ${no}`)
  }

  /** By the number alone, as the payer's page knows it. */
  findAny(no: string): Order | undefined {
    return this.find('wechat', no) ?? this.find('alipay', no)
  }

  all(): Iterable<Order> {
    return this.#orders.values()
  }

  /** Takes a refund; one of the same number is taken once. Null: more than was paid. */
  refund(order: Order, no: string, amount: number): Refund | null {
    const found = order.refunds.get(no)
    if (found !== undefined) return found.amount === amount ? found : null
    const before = [...order.refunds.values()].filter(({ state }) => state !== 'closed')
    const left = before.reduce((rest, one) => rest - one.amount, order.amount)
    if (amount > left) return null
    const made: Refund = {
      no,
      channelNo: this.#number(),
      amount,
      acceptedAt: new Date(),
      state: 'processing',
      doneAt: null,
    }
    order.refunds.set(no, made)
    return made
  }

  /** A number of the channel's own: the day and a running number. */
  #number(): string {
    this.#numbers += 1
    const day = plainTime(new Date()).slice(0, 10).replaceAll('-', '')
    return `42${day}${String(Date.now()).slice(-9)}${String(this.#numbers).padStart(9, '0')}`
  }
}

export const isPayable = ({ paidAt, closed, expiresAt }: Order): boolean =>
  paidAt === null && !closed && expiresAt.getTime() > Date.now()
