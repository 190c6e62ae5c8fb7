import { longestReport, type Symptom, symptoms } from '@drivesim/contract/faultReportCalls'
import { type FormEvent, useState } from 'react'
import { Photos } from './Photos.tsx'
import styles from './ReportPage.module.css'
import { newReportId, submit, type Ticket } from './report.ts'

const choices = Object.entries(symptoms) as [Symptom, string][]
const phoneForm = /^(1[3-9]\d{9})?$/

/** What is wrong, in as few touches as it can be said. */
export function ReportForm({ ticket, onSent }: { ticket: Ticket; onSent: () => void }) {
  const [reportId] = useState(newReportId)
  const [symptom, setSymptom] = useState<Symptom | null>(null)
  const [description, setDescription] = useState('')
  const [phone, setPhone] = useState('')
  const [pictures, setPictures] = useState<readonly string[]>([])
  const [uploading, setUploading] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (symptom === null) return setProblem('请选择哪里有问题')
    if (!phoneForm.test(phone.trim())) return setProblem('手机号格式不正确，可以不填')
    if (uploading) return setProblem('照片还没有传完，请稍候，或移除后提交')
    setProblem(null)
    setBusy(true)
    try {
      await submit(ticket, reportId, {
        symptom,
        description: description.trim(),
        pictures,
        phone: phone.trim(),
      })
      onSent()
    } catch (error) {
      setBusy(false)
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      <fieldset className={styles.symptoms}>
        <legend>哪里有问题</legend>
        {choices.map(([value, word]) => (
          <label key={value} className={styles.symptom}>
            <input
              type="radio"
              name="symptom"
              value={value}
              checked={symptom === value}
              onChange={() => {
                setSymptom(value)
                setProblem(null)
              }}
            />
            <span>{word}</span>
          </label>
        ))}
      </fieldset>
      <label className={styles.field}>
        补充说明（可以不填）
        <textarea
          rows={3}
          maxLength={longestReport}
          value={description}
          onChange={event => setDescription(event.target.value)}
        />
      </label>
      <Photos ticket={ticket} onUrls={setPictures} onBusy={setUploading} />
      <label className={styles.field}>
        手机号（可以不填，方便我们联系您）
        <input
          type="tel"
          maxLength={11}
          autoComplete="tel"
          value={phone}
          onChange={event => setPhone(event.target.value)}
        />
      </label>
      <div className={styles.problem} role="alert">
        {problem}
      </div>
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        {busy ? '正在提交…' : '提交报修'}
      </button>
    </form>
  )
}
