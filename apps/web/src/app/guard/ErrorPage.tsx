import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { texts } from '../texts.ts'
import styles from './ErrorPage.module.css'
import { homePath } from './paths.ts'
import { placeInHistory } from './placeInHistory.ts'
import { endProgress } from './progress.ts'

const sentences = {
  401: '您没有打开这个页面的权限，如有需要请联系管理员开通。',
  404: '没有找到这个页面，它可能已被移动，或地址有误。',
  500: '页面出错了，请重试；如仍失败请联系管理员。',
} as const

const secondsToBack = 5

interface Props {
  readonly code: keyof typeof sentences
  readonly sentence?: string | undefined
  /** The page failed here: offer 重试, and do not leave by itself. */
  readonly retry?: boolean
}

/** 401, 404 and 500: large code, one sentence, 返回首页 and 返回上一页 that counts down. Plain CSS: it must stand when nothing else does. */
export function ErrorPage({ code, sentence = sentences[code], retry = false }: Props) {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState(secondsToBack)
  const goBack = () => (hasHistory() ? navigate(-1) : navigate(homePath))
  useEffect(endProgress, [])
  useEffect(() => {
    if (retry) return
    if (seconds === 0) {
      void goBack()
      return
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  })
  return (
    <main className={styles.page}>
      <p className={styles.code}>{retry ? '出错了' : code}</p>
      <h1 className={styles.sentence}>{sentence}</h1>
      <div className={styles.actions}>
        {retry && (
          <button type="button" className={styles.primary} onClick={() => location.reload()}>
            {texts.retry}
          </button>
        )}
        <button
          type="button"
          className={retry ? styles.plain : styles.primary}
          onClick={() => navigate(homePath)}
        >
          {texts.backHome}
        </button>
        <button type="button" className={styles.plain} onClick={goBack}>
          {texts.back}
          {!retry && <span aria-hidden="true">（{seconds}s）</span>}
        </button>
      </div>
    </main>
  )
}

/** Whether going back stays within this site. */
const hasHistory = () => (placeInHistory() ?? 0) > 0
