import { Drawer } from 'antd'
import { useRef, useState } from 'react'
import type { SectionProps } from '../../../../parts/sections.ts'
import { discard } from '../../../../ui/form/formKeys.ts'
import { useConfirm } from '../../../../ui/form/useConfirm.ts'
import { BlockSkeleton, ErrorState } from '../../../../ui/states.tsx'
import { useNarrow } from '../../../../ui/useNarrow.ts'
import { useLiveOrders } from '../useLiveOrders.ts'
import { useOrderRights } from '../useOrderRights.ts'
import { CodePart } from './CodePart.tsx'
import { CoursePart } from './CoursePart.tsx'
import styles from './counter.module.css'
import { EnrolPart } from './EnrolPart.tsx'
import { PartHead } from './PartHead.tsx'
import { PayPart } from './PayPart.tsx'
import { ReceiptPart } from './ReceiptPart.tsx'
import { doneToday, type PartName, type Served } from './today.ts'
import { type Counter, useCounterState } from './useCounterState.ts'

type Props = SectionProps['counter']

/**
 * 办理: who comes is enrolled, pays, gets a course and a receipt, each part if it is wanted. Every part is a call of its own, so
 * that what is done stays done; opened again, the sheet goes on from what the student's day has.
 */
export default function CounterSheet({ studentId, schoolId, onClosed }: Props) {
  const ask = useConfirm()
  const narrow = useNarrow()
  const [open, setOpen] = useState(true)
  const [ready, setReady] = useState(false)
  const touched = useRef(false)
  const close = async () => {
    if (touched.current && !(await ask(discard))) return
    setOpen(false)
  }
  return (
    <Drawer
      title="办理"
      open={open}
      size={narrow ? '100%' : 720}
      onClose={() => void close()}
      afterOpenChange={now => (now ? setReady(true) : onClosed())}
    >
      <Parts studentId={studentId} form={{ ready, touched, schoolId }} />
    </Drawer>
  )
}

interface PartsProps {
  studentId: number | undefined
  form: Pick<Parameters<typeof EnrolPart>[0], 'ready' | 'touched' | 'schoolId'>
}

const titles: Readonly<Record<PartName, string>> = {
  enrol: '学员',
  pay: '付款',
  course: '课程',
  receipt: '收据',
}
const names: readonly PartName[] = ['enrol', 'pay', 'course', 'receipt']

function Parts({ studentId, form }: PartsProps) {
  const { sells } = useOrderRights()
  const counter = useCounterState(studentId)
  const { served, part, go } = counter
  useLiveOrders(counter.studentId)
  if (counter.error !== null) return <ErrorState error={counter.error} onRetry={counter.readAgain} />
  if (counter.pending) return <BlockSkeleton height={320} />
  return (
    <ol className={styles.parts}>
      {names.map(name => (
        <li key={name} className={styles.part}>
          <PartHead
            title={titles[name]}
            name={name}
            served={served}
            printed={counter.printed}
            open={part === name}
            reason={reasonFor(name, served, sells)}
            onOpen={() => go(name)}
          />
          {part === name && (
            <section className={styles.body} aria-label={titles[name]}>
              <Part counter={counter} form={form} />
            </section>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Why a part cannot be opened now. */
function reasonFor(name: PartName, served: Served | undefined, sells: boolean): string | null {
  if (name === 'enrol') return null
  if (!sells) return '没有办理订单的权限'
  return served === undefined ? '先选择或报名学员' : null
}

function Part({ counter, form }: { counter: Counter; form: PartsProps['form'] }) {
  const { served, studentId, part, go, offers, likely, choose } = counter
  if (part === 'enrol' || served === undefined || studentId === undefined)
    return <EnrolPart {...form} onKnown={counter.serve} />
  const given = { ...form, served, studentId, offers, likely }
  const { byCode, paid } = doneToday(served)
  if (part === 'pay' && byCode !== undefined && counter.byCode)
    return <CodePart order={byCode} onOther={counter.payOtherwise} />
  if (part === 'pay')
    return (
      <PayPart {...given} onCourse={choose} onPaid={paidCourse => go(paidCourse ? 'receipt' : 'course')} />
    )
  if (part === 'course')
    return <CoursePart {...given} onOrdered={paidByBalance => go(paidByBalance ? 'receipt' : 'pay')} />
  return <ReceiptPart paid={paid} onPrinted={counter.onPrinted} onNext={counter.next} />
}
