import { filter } from '@drivesim/contract/fields'
import { choice, label } from '@drivesim/contract/labels'
import { channels, payChannels } from '@drivesim/contract/money/channels'
import { orderErrors } from '@drivesim/contract/money/orders/orderErrors'
import { orderAmount } from '@drivesim/contract/money/orders/orderFields'
import { bonusOf, rechargeTenders } from '@drivesim/contract/money/orders/orderShapes'
import { orders } from '@drivesim/contract/money/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { App, Form, Select } from 'antd'
import { type RefObject, useState } from 'react'
import { z } from 'zod'
import { query, useChange } from '../../../../api/query.ts'
import { clearable } from '../../../../ui/clearable.tsx'
import { Choices } from '../../../../ui/form/Choices.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { PartForm } from '../../../../ui/form/PartForm.tsx'
import { figureIn } from '../../../../ui/form/readFigure.ts'
import { useQuestion } from '../../../../ui/form/useQuestion.ts'
import { YuanInput } from '../../../../ui/form/YuanInput.tsx'
import { money } from '../../../../ui/format.ts'
import { optionsOf } from '../../../../ui/options.ts'
import { BalanceAfter } from '../BalanceAfter.tsx'
import { fitting, isBelowFloor, type Offer, offerOption, priceOf } from '../offers.ts'
import { orderReads } from '../reads.ts'
import { useOrderRights } from '../useOrderRights.ts'
import styles from './counter.module.css'
import { doneToday, type Served } from './today.ts'

const ways = { ...rechargeTenders, ...payChannels }
type Way = keyof typeof ways
const isTender = (way: Way): way is keyof typeof rechargeTenders => way in rechargeTenders

/** `course:<id>`, to be ordered next, or `order:<id>`, which waits and is paid at once. */
const purpose = label('用途', filter(z.string().max(40)))
const payForm = z.object({ purpose, amount: orderAmount, way: label('收款方式', choice(ways)) })

const refusedAt = {
  [orderErrors.offlineCapReached.code]: 'amount',
  [orderErrors.balanceShort.code]: 'amount',
  [orderErrors.noChannel.code]: 'way',
  [orderErrors.channelAway.code]: 'way',
}

interface Props {
  served: Served
  studentId: number
  offers: readonly Offer[]
  /** What the money is most likely for. */
  likely: Offer | undefined
  ready: boolean
  touched: RefObject<boolean>
  onCourse: (courseId: number | undefined) => void
  /** It came in, or is registered for the school to confirm. */
  onPaid: (paidCourse: boolean) => void
}

/** 收款: cash, a card or a transfer is registered; for a code the student's phone is waited for. */
export function PayPart(props: Props) {
  const { served, studentId, likely, onCourse, onPaid } = props
  const { message } = App.useApp()
  const ask = useQuestion()
  const register = useChange(orders.rechargeOffline, { invalidates: orderReads, quiet: true })
  const make = useChange(channels.rechargeByCode, { invalidates: orderReads, quiet: true })
  const [way, setWay] = useState<Way>('cash')
  const [first] = doneToday(served).waiting
  const begins = first === undefined ? likely && `course:${likely.courseId}` : `order:${first.orderId}`
  const take = async ({ purpose, amount, way }: z.output<typeof payForm>) => {
    const [kind, id] = purpose?.split(':') ?? []
    const input = { studentId, amount, ...(kind === 'order' && { thenCourse: Number(id) }) }
    onCourse(kind === 'course' ? Number(id) : undefined)
    if (!isTender(way)) return make.mutateAsync({ ...input, channel: way })
    const made = await ask(twice, confirmDouble =>
      register.mutateAsync({ ...input, tender: way, confirmDouble }),
    )
    const paidCourse = made.paidCourseOrder !== null
    const said = `已收${ways[way]} ${money(amount)}${paidCourse ? '，课程订单已支付' : ''}`
    message.success(made.state === 'paid' ? said : '已代登记，等待驾校确认收款')
    onPaid(paidCourse)
  }
  return (
    <PartForm
      title="办理 收款"
      submitText={isTender(way) ? '收款' : '生成收款码'}
      schema={payForm}
      initial={{ purpose: begins, amount: shortageFor(begins, props), way: 'cash' }}
      loading={register.isPending || make.isPending}
      submitError={register.error ?? make.error}
      refusedAt={refusedAt}
      ready={props.ready}
      touched={props.touched}
      onSubmit={take}
    >
      <PayFields {...props} onWay={setWay} />
    </PartForm>
  )
}

const twice = {
  asks: orderErrors.rechargedTwice,
  title: '可能是重复登记',
  consequence: '学员确实又交了一笔时才继续。',
  verb: '不是重复，继续登记',
}

/** What the balance lacks for it, in fen; undefined: nothing, or it is not known. */
function shortageFor(of: string | undefined, { served, offers }: Pick<Props, 'served' | 'offers'>) {
  const price = priceFor(of, { served, offers })
  if (price === undefined || served.balance === undefined) return undefined
  const lacks = price - served.balance.cash - served.balance.bonus
  return lacks > 0 ? lacks : undefined
}

function priceFor(of: string | undefined, { served, offers }: Pick<Props, 'served' | 'offers'>) {
  const waits = doneToday(served).waiting.find(({ orderId }) => of === `order:${orderId}`)
  const offer = offers.find(({ courseId }) => of === `course:${courseId}`)
  return waits?.amount ?? (offer && priceOf(offer))
}

function PayFields(props: Props & { onWay: (way: Way) => void }) {
  const { served, offers, onWay } = props
  const form = Form.useFormInstance()
  const { ofPlatform } = useOrderRights()
  const tiers = useQuery(query(orders.settings, undefined, { quiet: true })).data?.tiers
  const offered = useQuery(query(channels.offered, undefined, { quiet: true })).data?.channels ?? []
  const { amount, purpose: of }: Readonly<Record<string, unknown>> =
    Form.useWatch(values => values, { form, preserve: true }) ?? {}
  const fen = figureIn(amount) ?? 0
  const chosen = typeof of === 'string' ? of : undefined
  return (
    <>
      <Field name="purpose" help="金额按它预填；收款后再下单，待支付的订单到账即支付">
        <Select
          allowClear={clearable}
          placeholder="只充值"
          showSearch={{ optionFilterProp: 'label' }}
          options={purposes(served, offers)}
          onChange={(next: string | undefined) => {
            // What was typed stays.
            if (!form.isFieldTouched('amount'))
              form.setFields([{ name: 'amount', value: shortageFor(next, props), touched: false }])
          }}
        />
      </Field>
      <Field name="amount" label="实收金额">
        <YuanInput moves />
      </Field>
      <Field name="way" help={ofPlatform ? '平台代登记的充值，驾校确认收款后才到账' : undefined}>
        <Choices
          className={styles.ways ?? ''}
          optionType="button"
          onChange={({ target }) => onWay(target.value)}
          options={optionsOf(takenHere(offered))}
        />
      </Field>
      <BalanceAfter
        balance={served.balance}
        cash={fen}
        bonus={tiers === undefined ? 0 : bonusOf(tiers, fen)}
        price={priceFor(chosen, props)}
      />
    </>
  )
}

/** What a school takes itself, and the channels that there are. */
const takenHere = (offered: readonly Way[]) => ({
  ...rechargeTenders,
  ...Object.fromEntries(offered.map(channel => [channel, ways[channel]])),
})

function purposes(served: Served, offers: readonly Offer[]) {
  const { waiting } = doneToday(served)
  return [
    ...waiting.map(({ orderId, courseName, amount, no }) => ({
      value: `order:${orderId}`,
      label: `待支付 ${courseName} · ${money(amount)} · ${no}`,
    })),
    ...fitting(offers, served.base?.gearType)
      .filter(offer => !isBelowFloor(offer))
      .map(offer => ({ value: `course:${offer.courseId}`, label: offerOption(offer).label })),
  ]
}
