import { DownOutlined, RightOutlined } from '@ant-design/icons'
import {
  type ChecklistAnswers,
  type ChecklistItem,
  itemAnswered,
  itemFails,
} from '@drivesim/contract/operations/inspections/checklists'
import type { WorkOrderDevice, WorkOrderInfo } from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { Button, Input, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../../../api/query.ts'
import { DeviceLink } from '../../../../parts/DeviceLink.tsx'
import { deviceWords } from '../../../../parts/deviceWords.ts'
import { PhotoStrip } from '../../../../parts/pictures/PhotoStrip.tsx'
import { ActButton } from '../../../../ui/ActButton.tsx'
import { DecimalInput } from '../../../../ui/form/DecimalInput.tsx'
import { boundWords } from '../answers.ts'
import { workOrderReads } from '../reads.ts'
import { ResultTag } from '../tags.tsx'
import type { FieldDraft } from './draft.ts'
import styles from './field.module.css'
import { StepProblem } from './StepProblem.tsx'
import type { Steps } from './useSteps.ts'

type Answer = ChecklistAnswers[number]
type Answers = Readonly<Record<string, Answer>>

interface Props {
  order: WorkOrderInfo
  draft: FieldDraft['answers']
  /** Takes a function, since pictures arrive while other answers change. */
  onDraft: (change: (answers: FieldDraft['answers']) => FieldDraft['answers']) => void
  steps: Steps
}

/** 检查清单, device by device: pressing the result saves what was found at it. */
export function DeviceChecks({ order: { orderId, devices, checklist }, draft, onDraft, steps }: Props) {
  const firstOpen = devices.find(({ result }) => result === 'pending')?.simulatorId ?? null
  const [open, setOpen] = useState(firstOpen)
  const save = useChange(workOrders.deviceAnswers, { invalidates: workOrderReads, quiet: true })
  if (checklist === null) return null

  const settle = async (device: WorkOrderDevice, result: 'pass' | 'fail' | 'skip', answers: Answers) => {
    const { simulatorId } = device
    await steps.step(stepOf(simulatorId), async () => {
      await save.mutateAsync({ orderId, simulatorId, result, answers: Object.values(answers) })
      onDraft(all => {
        const { [simulatorId]: own, ...rest } = all
        // Answers that changed while they were being saved are kept.
        return own === undefined || own === answers ? rest : all
      })
      const next = devices.find(other => other.simulatorId !== simulatorId && other.result === 'pending')
      setOpen(current => (current === simulatorId ? (next?.simulatorId ?? null) : current))
    })
  }
  const put = (device: WorkOrderDevice, answer: Answer) => {
    const { simulatorId } = device
    // A failed save must not be repeated with the older answers.
    steps.forget(stepOf(simulatorId))
    onDraft(all => ({
      ...all,
      [simulatorId]: { ...(all[simulatorId] ?? answersOf(device)), [answer.key]: answer },
    }))
  }
  return (
    <ul className={styles.devices}>
      {devices.map(device => {
        const { simulatorId } = device
        const answers = draft[simulatorId] ?? answersOf(device)
        const shown = open === simulatorId
        return (
          <li key={simulatorId}>
            <DeviceHead device={device} shown={shown} onOpen={() => setOpen(shown ? null : simulatorId)} />
            {shown && (
              <Checks
                name={stepOf(simulatorId)}
                device={device}
                items={checklist}
                answers={answers}
                onAnswer={answer => put(device, answer)}
                onSettle={settled => void settle(device, settled, answers)}
                steps={steps}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Whose checks they are; it comes into sight when those of the one before fold up. */
function DeviceHead({
  device,
  shown,
  onOpen,
}: {
  device: WorkOrderDevice
  shown: boolean
  onOpen: () => void
}) {
  const head = useRef<HTMLButtonElement>(null)
  const wasShown = useRef(shown)
  useEffect(() => {
    if (shown && !wasShown.current) head.current?.scrollIntoView({ block: 'nearest' })
    wasShown.current = shown
  }, [shown])
  return (
    <button ref={head} type="button" className={styles.device} aria-expanded={shown} onClick={onOpen}>
      {shown ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      <span>
        {deviceWords(device)} <span className="ui-quiet">{device.simulatorNum}</span>
      </span>
      <ResultTag result={device.result} />
    </button>
  )
}

const stepOf = (simulatorId: number) => `device ${simulatorId}`

const answersOf = ({ answers }: WorkOrderDevice): Answers =>
  Object.fromEntries(answers.map(answer => [answer.key, answer]))

interface ChecksProps {
  name: string
  device: WorkOrderDevice
  items: readonly ChecklistItem[]
  answers: Answers
  onAnswer: (answer: Answer) => void
  onSettle: (result: 'pass' | 'fail' | 'skip') => void
  steps: Steps
}

function Checks({ name, device, items, answers, onAnswer, onSettle, steps }: ChecksProps) {
  const missing = items.filter(item => item.required && !itemAnswered(item, answers[item.key])).length
  const failed = items.filter(item => {
    const answer = answers[item.key]
    return answer !== undefined && itemFails(item, answer)
  })
  const fails = failed.length > 0
  const unfinished = missing > 0 ? `还有 ${missing} 项未填` : null
  const busy = steps.running === name
  return (
    <div className={styles.checks}>
      {items.map(item => (
        <div key={item.key} className={styles.item}>
          <span id={`${name} ${item.key}`}>
            {item.text}
            {item.required && <span className={styles.required}> *</span>}
          </span>
          <ItemInput item={item} label={item.text} answer={answers[item.key]} onAnswer={onAnswer} />
          {failed.includes(item) && <WhatFollows item={item} device={device} />}
        </div>
      ))}
      <StepProblem steps={steps} name={name} />
      <div className={styles.results}>
        <Button disabled={busy} onClick={() => onSettle('skip')}>
          跳过
        </Button>
        <ActButton reason={unfinished} loading={busy && fails} onClick={() => onSettle('fail')}>
          不通过
        </ActButton>
        <ActButton
          type="primary"
          reason={unfinished ?? (fails ? '有不通过的项目，请选择不通过' : null)}
          loading={busy && !fails}
          onClick={() => onSettle('pass')}
        >
          通过
        </ActButton>
      </div>
    </div>
  )
}

/** Whether a point that is not in order gets an order of its own. */
function WhatFollows({ item, device }: { item: ChecklistItem; device: WorkOrderDevice }) {
  if (item.onFailTypeId !== null)
    return <span className="ui-quiet">提交完工后，系统为这一项另开一张工单。</span>
  return (
    <span className="ui-quiet">
      这一项不会自动开工单；要修的，请到{' '}
      <DeviceLink simulatorId={device.simulatorId} name={deviceWords(device)} /> 报修。
    </span>
  )
}

interface ItemProps {
  item: ChecklistItem
  label: string
  answer: Answer | undefined
  onAnswer: (answer: Answer) => void
}

function ItemInput({ item: { key, kind, min, max }, label, answer, onAnswer }: ItemProps) {
  const value = answer?.value ?? null
  const put = (next: number | string | null) => onAnswer({ key, value: next })
  if (kind === 'passFail') {
    return (
      <Segmented
        block
        size="large"
        aria-label={label}
        options={[
          { value: 'pass', label: '通过', className: styles.inOrder ?? '' },
          { value: 'fail', label: '不通过', className: styles.notInOrder ?? '' },
          { value: '', label: '未查' },
        ]}
        value={typeof value === 'string' ? value : ''}
        onChange={next => put(next === '' ? null : next)}
      />
    )
  }
  if (kind === 'number') {
    return (
      <DecimalInput
        className="ui-wide"
        size="large"
        aria-label={label}
        placeholder={boundWords(min, max) || '请填写数值'}
        value={typeof value === 'number' ? value : null}
        onChange={next => put(next)}
      />
    )
  }
  if (kind === 'picture') {
    return (
      <PhotoStrip
        what="照片"
        most={1}
        urls={answer?.picture ? [answer.picture] : []}
        onUploaded={url => onAnswer({ key, value: null, picture: url })}
        onRemove={() => onAnswer({ key, value: null, picture: null })}
      />
    )
  }
  return (
    <Input.TextArea
      aria-label={label}
      autoSize={{ minRows: 1, maxRows: 4 }}
      maxLength={500}
      value={typeof value === 'string' ? value : ''}
      onChange={event => put(event.target.value)}
    />
  )
}
