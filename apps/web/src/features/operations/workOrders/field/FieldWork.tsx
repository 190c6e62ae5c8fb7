import { CheckCircleOutlined, EnvironmentOutlined } from '@ant-design/icons'
import type { ErrorEntry } from '@drivesim/contract/errors'
import { describeIssue } from '@drivesim/contract/issues'
import { workOrderErrors } from '@drivesim/contract/operations/workOrders/workOrderErrors'
import { missingPicture } from '@drivesim/contract/operations/workOrders/workOrderEvidence'
import {
  mostPictures,
  type WorkOrderInfo,
  workOrderPictureKinds,
} from '@drivesim/contract/operations/workOrders/workOrderShapes'
import { workOrders } from '@drivesim/contract/operations/workOrders/workOrders'
import { Alert, App, Button, Input, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { useChange } from '../../../../api/query.ts'
import { useDraft } from '../../../../app/drafts.ts'
import { useOpsChoices } from '../../../../parts/opsChoices.ts'
import { PhotoStrip } from '../../../../parts/pictures/PhotoStrip.tsx'
import {
  hasSignature,
  SignatureField,
  sendSignature,
  signatureForm,
} from '../../../../parts/signature/SignatureField.tsx'
import { ActButton } from '../../../../ui/ActButton.tsx'
import { FilesUnderway, filesUnderwayReason, useFilesUnderway } from '../../../../ui/form/filesUnderway.ts'
import { useConfirm } from '../../../../ui/form/useConfirm.ts'
import { useQuestion } from '../../../../ui/form/useQuestion.ts'
import { YuanInput } from '../../../../ui/form/YuanInput.tsx'
import { dateTime, timeOfDay } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/PageHead.tsx'
import { stillReporting } from '../ApproveForm.tsx'
import { workOrderReads } from '../reads.ts'
import { DeviceChecks } from './DeviceChecks.tsx'
import { draftOf, type FieldDraft, unsavedDevices } from './draft.ts'
import styles from './field.module.css'
import { PartsWork } from './PartsWork.tsx'
import { StepProblem } from './StepProblem.tsx'
import { useSteps } from './useSteps.ts'

interface Props {
  order: WorkOrderInfo
  userId: number
}

const sentenceOf = (entry: ErrorEntry<[]>) => entry.sentence()

/** 现场处理, on one page from arriving to the signature; what is not sent yet is kept on this device. */
export function FieldWork({ order, userId }: Props) {
  const { orderId } = order
  const {
    values: draft,
    keptAt,
    failed,
    change,
    drop,
  } = useDraft(userId, `workOrder:${orderId}`, draftOf(order))
  const put = (more: Partial<FieldDraft>) => change(before => ({ ...before, ...more }))
  const steps = useSteps()
  const files = useFilesUnderway()
  const { dealResults } = useOpsChoices()
  const dealResultId = draft.dealResultId ?? order.dealResultId
  const result = dealResults.find(({ value }) => value === dealResultId)
  const resultWants = result?.needsPicture === true
  const lacking = missingPicture({
    planWants: order.needsPicture,
    resultWants,
    kinds: order.pictures.map(({ kind }) => kind),
  })
  const paused = order.pausedSince === null ? null : sentenceOf(workOrderErrors.workOrderPaused)
  const waiting = files.waits ? filesUnderwayReason : null
  const blocked = paused ?? waiting ?? unfinished(order, draft, { dealResultId, lacking })
  // The main act stands at the thumb: first that one is there, then what one did.
  const arrives = order.arrivedAt === null && order.pausedSince === null && blocked !== null
  const submit = useSubmit({ order, draft, dealResultId, onDone: drop })
  // 重试 must send the values of that moment, not of the first try.
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })

  return (
    <Panel title="现场处理" className={styles.work}>
      <SentBack order={order} />
      {!arrives && (
        <section className={styles.part} aria-label="到场">
          {order.arrivedAt === null ? (
            <Arrive order={order} steps={steps} />
          ) : (
            <p className={styles.arrived}>
              <CheckCircleOutlined aria-hidden /> {dateTime(order.arrivedAt)} 到场
            </p>
          )}
        </section>
      )}
      <FilesUnderway value={files.tell}>
        <Photos order={order} kind="before" />
        {order.checklist !== null && (
          <section className={styles.part} aria-label="检查清单">
            <h3>检查清单</h3>
            <DeviceChecks
              order={order}
              draft={draft.answers}
              onDraft={by => change(before => ({ ...before, answers: by(before.answers) }))}
              steps={steps}
            />
          </section>
        )}
        <section className={styles.part} aria-label="配件">
          <h3>配件</h3>
          <PartsWork order={order} />
        </section>
        <Result order={order} draft={{ ...draft, dealResultId }} onChange={put} />
        <Photos order={order} kind="after" note={pictureNote(order, resultWants)} />
      </FilesUnderway>
      <section className={styles.part} aria-label="现场签字">
        <h3>
          现场签字
          <span className="ui-quiet">
            {order.needsSignature ? '本工单须签字' : '签字即验收，不签则等驾校验收'}
          </span>
        </h3>
        <SignatureField value={draft.signing} onChange={next => put({ signing: next })} />
      </section>
      <div className={styles.end} data-thumb>
        <StepProblem steps={steps} name="submit" />
        <span className={styles.kept} role="status">
          {failed
            ? '本机存不下草稿，请不要关闭本页'
            : keptAt === null
              ? '填写的内容自动保存在本机'
              : `已保存在本机 ${timeOfDay(keptAt)}`}
        </span>
        {arrives ? (
          <Arrive order={order} steps={steps} type="primary" />
        ) : (
          <>
            <ActButton
              type="primary"
              size="large"
              block
              reason={blocked}
              loading={steps.running === 'submit'}
              onClick={() => void steps.step('submit', () => latest.current())}
            >
              {hasSignature(draft.signing) ? '提交完工并验收' : '提交完工'}
            </ActButton>
            {blocked !== null && <span className={styles.kept}>{blocked}</span>}
          </>
        )}
      </div>
    </Panel>
  )
}

/** Whether pictures are wanted, and by what. */
function pictureNote({ source, needsPicture }: WorkOrderInfo, resultWants: boolean): string | undefined {
  if (resultWants) return '这个处理结果须有维修后照片'
  if (needsPicture) return '这个计划须有照片，拍在清单里、维修前或维修后都可以'
  return source === 'plan' ? '没有维修可以不拍' : undefined
}

/** What is still to be filled in before the repair can be submitted, or null. */
function unfinished(
  order: WorkOrderInfo,
  draft: FieldDraft,
  { dealResultId, lacking }: { dealResultId: number | null; lacking: ReturnType<typeof missingPicture> },
): string | null {
  const unchecked =
    order.checklist === null ? 0 : order.devices.filter(device => device.result === 'pending').length
  if (unchecked > 0) return workOrderErrors.resultMissing.sentence(unchecked)
  const unsaved = unsavedDevices(order, draft)
  if (unsaved > 0) return `有 ${unsaved} 台设备的检查内容改过还没有保存，请重新选择检查结论`
  if (dealResultId === null) return sentenceOf(workOrderErrors.dealResultMissing)
  if (lacking !== null) return sentenceOf(lacking)
  const signed = hasSignature(draft.signing) || order.needsSignature
  const checked = signed ? signatureForm.safeParse(draft.signing, { reportInput: true }) : null
  return checked === null || checked.success ? null : describeIssue(signatureForm, checked.error.issues)
}

type ResultFields = Pick<FieldDraft, 'dealResultId' | 'note' | 'serviceFee'>

interface ResultProps {
  order: WorkOrderInfo
  draft: ResultFields
  onChange: (more: Partial<ResultFields>) => void
}

/** 处理结果, with what was done and its fee. */
function Result({ order, draft, onChange }: ResultProps) {
  const { dealResults } = useOpsChoices()
  return (
    <section className={styles.part} aria-label="处理结果">
      <h3>
        处理结果
        {order.source === 'plan' && (
          <span className="ui-quiet">已预选：只检查、保养的不用改；修好了或换了配件，请改选</span>
        )}
      </h3>
      <Select
        className="ui-wide"
        size="large"
        aria-label="处理结果"
        placeholder="请选择处理结果"
        value={draft.dealResultId}
        options={dealResults.map(({ value, label }) => ({ value: Number(value), label }))}
        onChange={dealResultId => onChange({ dealResultId })}
      />
      <Input.TextArea
        aria-label="处理说明"
        placeholder="做了什么，换了什么，还要注意什么"
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={1000}
        value={draft.note}
        onChange={event => onChange({ note: event.target.value })}
      />
      <YuanInput
        aria-label="服务费"
        placeholder="服务费，没有可以不填"
        value={draft.serviceFee}
        onChange={serviceFee => onChange({ serviceFee })}
      />
    </section>
  )
}

interface Submitting {
  order: WorkOrderInfo
  draft: FieldDraft
  dealResultId: number | null
  onDone: () => void
}

/** 提交完工; the signature's picture goes first. */
function useSubmit({ order: { orderId, no }, draft, dealResultId, onDone }: Submitting) {
  const submit = useChange(workOrders.submit, { invalidates: workOrderReads, quiet: true })
  const question = useQuestion()
  const { message } = App.useApp()
  return async () => {
    const { note, serviceFee } = draft
    const signed = hasSignature(draft.signing) ? signatureForm.parse(draft.signing) : null
    const signature = signed && { signature: await sendSignature(signed) }
    const { state } = await question(stillReporting, faultsStillOpen =>
      submit.mutateAsync({
        orderId,
        note,
        serviceFee: serviceFee ?? 0,
        faultsStillOpen,
        ...(dealResultId !== null && { dealResultId }),
        ...signature,
      }),
    )
    onDone()
    message.success(state === 'done' ? `${no} 已完成` : `${no} 已提交，等待验收`)
  }
}

interface ArriveProps {
  order: WorkOrderInfo
  steps: ReturnType<typeof useSteps>
  type?: 'primary'
}

function Arrive({ order: { orderId }, steps, type }: ArriveProps) {
  const arrive = useChange(workOrders.arrive, { invalidates: workOrderReads, quiet: true })
  return (
    <>
      <StepProblem steps={steps} name="arrive" />
      <Button
        size="large"
        block
        {...(type && { type })}
        icon={<EnvironmentOutlined />}
        loading={steps.running === 'arrive'}
        onClick={() => void steps.step('arrive', () => arrive.mutateAsync({ orderId }))}
      >
        到场
      </Button>
    </>
  )
}

interface PhotosProps {
  order: WorkOrderInfo
  kind: 'before' | 'after'
  note?: string | undefined
}

function Photos({ order: { orderId, pictures }, kind, note }: PhotosProps) {
  const add = useChange(workOrders.pictureAdd, { invalidates: workOrderReads, quiet: true })
  const remove = useChange(workOrders.pictureRemove, { invalidates: workOrderReads })
  const ask = useConfirm()
  const words = workOrderPictureKinds[kind]
  const shown = pictures.filter(picture => picture.kind === kind)
  const own = (url: string) => shown.find(picture => picture.url === url && picture.own)
  return (
    <section className={styles.part} aria-label={words}>
      <h3>
        {words}
        {note !== undefined && <span className="ui-quiet">{note}</span>}
      </h3>
      <PhotoStrip
        what={words}
        most={mostPictures[kind]}
        urls={shown.map(({ url }) => url)}
        onUploaded={async url => {
          await add.mutateAsync({ orderId, kind, url })
        }}
        removable={url => own(url) !== undefined}
        onRemove={url => {
          const picture = own(url)
          if (picture === undefined) return
          ask({
            title: `移除这张${words}？`,
            consequence: '工单中不再显示这张图片，处理记录会写明移除过。',
            verb: '移除',
            run: () => remove.mutateAsync({ orderId, pictureId: picture.pictureId }),
          })
        }}
      />
    </section>
  )
}

/** Why the repair was sent back, shown first. */
function SentBack({ order: { events } }: Pick<Props, 'order'>) {
  const last = events.find(({ kind }) => kind === 'submitted' || kind === 'sentBack')
  if (last?.kind !== 'sentBack') return null
  return (
    <Alert type="warning" showIcon title={`${last.memberName ?? '系统'}退回了上次维修：${last.text ?? ''}`} />
  )
}
