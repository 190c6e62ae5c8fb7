/** A channel through which people pay by code, such as a phone's wallet. Amounts are whole fen. */
export type PayChannel = 'wechat' | 'alipay'

/** A payment that the channel vouches for. */
export interface Payment {
  /** Our number of the order. */
  readonly no: string
  readonly channelNo: string
  readonly amount: number
  /** Of the amount; ours are all `CNY`. */
  readonly currency: string
  readonly paidAt: Date
}

/** What a channel knows of an order; `unknown`: nothing, since nobody scanned its code or it was never made there. */
export type PaymentAnswer =
  | { readonly state: 'paid'; readonly payment: Payment }
  | { readonly state: 'waiting' | 'closed' | 'unknown' }

/** What a channel knows of a refund. `failed`: it refused the request, and says why; `unknown`: it has none of this number. */
export interface RefundAnswer {
  readonly state: 'processing' | 'success' | 'closed' | 'abnormal' | 'failed' | 'unknown'
  /** When it was done; only of `success`. */
  readonly at?: Date
  readonly detail?: string
}

export interface NewPayment {
  readonly no: string
  readonly amount: number
  /** What the payer reads. */
  readonly subject: string
  /** Nobody can pay it later. */
  readonly expiresAt: Date
}

export interface NewRefund {
  /** The order's number and the refund's own, which is the same at every try. */
  readonly no: string
  readonly refundNo: string
  readonly amount: number
  /** What was paid in all. */
  readonly total: number
  readonly reason: string
}

/** What a channel told us of itself, checked: it comes from the channel and is for us. */
export interface Notice {
  /** The same where the channel repeats itself. */
  readonly eventId: string
  /** Missing: the notice is of something else, and names what there is to ask about. */
  readonly payment?: Payment
  readonly refundNo?: string
  readonly orderNo?: string
}

/** Why a notice counts for nothing: not signed by the channel, from another time, not readable, for another merchant. */
export type NoticeProblem = 'forged' | 'stale' | 'malformed' | 'foreign'

export class NoticeError extends Error {
  readonly problem: NoticeProblem

  constructor(problem: NoticeProblem) {
    super(problem)
    this.problem = problem
  }
}

/** What came in over the network at the address for notices. */
export interface RawNotice {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * One channel's protocol. Where it does not answer, or answers what cannot be believed, the call throws and nothing is
 * known of what it did: it may be made again with the same numbers.
 */
export interface PaymentGateway {
  /** The account that the money goes to, as the channel's statements name it. */
  readonly merchant: string
  /** Makes an order to be paid. @returns the text of its code */
  order(payment: NewPayment): Promise<string>
  query(no: string): Promise<PaymentAnswer>
  /** From now on nobody can pay it. @returns false where it is paid already */
  close(no: string): Promise<boolean>
  refund(refund: NewRefund): Promise<RefundAnswer>
  queryRefund(refund: Pick<NewRefund, 'no' | 'refundNo'>): Promise<RefundAnswer>
  /** @throws NoticeError */
  readNotice(notice: RawNotice): Notice
  /** What the channel wants to hear: that a notice was taken, or not. */
  answerNotice(taken: boolean): { readonly status: number; readonly type: string; readonly body: string }
}

/** A line of a channel's file of a day. Fen. */
export interface StatementRow {
  readonly kind: 'payment' | 'refund'
  readonly orderNo: string
  readonly refundNo: string | null
  readonly channelNo: string
  readonly at: Date
  readonly amount: number
}

/** The channels of this server, by what its configuration gives it. */
export interface Payments {
  /** undefined: it has no such channel. */
  gateway(channel: PayChannel): PaymentGateway | undefined
  /** The channels are simulated: no money moves. */
  readonly simulated: boolean
  /** Of simulated channels: what a payer sees of an order, and that they pay it. Null: no such order. */
  readonly simulator: {
    page(no: string): string | null
    pay(no: string): Promise<boolean>
    /** A channel's file of a day with these lines, as people download it. */
    statement(channel: PayChannel, day: string, rows: readonly StatementRow[]): Buffer
  } | null
  close(): Promise<void>
}
