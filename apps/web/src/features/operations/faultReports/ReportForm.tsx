import {
  longestReport,
  type Symptom,
  symptoms,
} from '@drivesim/contract/operations/faultReports/faultReportCalls'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { Photos, type SentPhotos } from './Photos.tsx'
import styles from './ReportPage.module.css'
import { newReportId, submitReport, type Ticket } from './report.ts'

const choices = Object.entries(symptoms) as [Symptom, string][]
const phoneForm = /^(1[3-9]\d{9})?$/

/** What is wrong, in as few touches as it can be said. */
export function ReportForm({ ticket, onSent }: { ticket: Ticket; onSent: () => void }) {
  const [reportId] = useState(newReportId)
  const [symptom, setSymptom] = useState<Symptom | null>(null)
  const [description, setDescription] = useState('')
  const [phone, setPhone] = useState('')
  const [pictures, setPictures] = useState<SentPhotos>({ urls: [], underWay: false, failed: false })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const press = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (symptom === null) return setProblem('请选择哪里有问题')
    if (!phoneForm.test(phone.trim())) return setProblem('手机号格式不正确，可以不填')
    setProblem(null)
    setBusy(true)
  }
  const send = useEffectEvent(async () => {
    try {
      if (symptom === null) return
      if (pictures.failed) throw new Error('有照片没有传上，请点“重试”，或移除后提交')
      await submitReport(ticket, reportId, {
        symptom,
        description: description.trim(),
        pictures: pictures.urls,
        phone: phone.trim(),
      })
      onSent()
    } catch (error) {
      setBusy(false)
      setProblem(error instanceof Error ? error.message : String(error))
    }
  })
  // Whoever presses while a picture is on its way need not press again.
  const ready = busy && !pictures.underWay
  useEffect(() => {
    if (ready) void send()
  }, [ready])
  return (
    <form className={styles.form} noValidate onSubmit={press}>
      <fieldset className={styles.symptoms}>
        <legend>哪里有问题</legend>
        <div className={styles.choices}>
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
        </div>
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
      <Photos ticket={ticket} onChange={setPictures} />
      <label className={styles.field}>
        手机号（可以不填，方便我们联系您）
        <input
          type="tel"
          maxLength={20}
          autoComplete="tel"
          value={phone}
          onChange={event => setPhone(event.target.value)}
        />
      </label>
      <div className={styles.problem} role="alert">
        {problem}
      </div>
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        {busy ? (pictures.underWay ? '照片传完就提交…' : '正在提交…') : '提交报修'}
      </button>
    </form>
  )
}
