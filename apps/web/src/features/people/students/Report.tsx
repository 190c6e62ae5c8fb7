import { businessDayOf } from '@drivesim/contract/businessDay'
import type { SessionRow } from '@drivesim/contract/devices/devices/deviceShapes'
import { enrolmentStates } from '@drivesim/contract/people/students/studentShapes'
import type { ReactNode } from 'react'
import { serverNow } from '../../../api/serverClock.ts'
import { gearName } from '../../../parts/gearTypes.ts'
import { type Scores, subjectColumns } from '../../../parts/subjectColumns.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { dateTime, duration, number, percent } from '../../../ui/format.ts'
import { Cell } from '../../../ui/list/Cell.tsx'
import type { Student } from './Enrolments.tsx'
import { frequentErrors, monthsOf } from './progress.ts'
import styles from './report.module.css'

interface Props {
  student: Student
  scores: Scores
  sessions: readonly SessionRow[]
}

/** A student's progress as it is handed to them: what was trained, how it was scored, what goes wrong most. */
export function Report({ student, scores, sessions }: Props) {
  const seconds = scores.calendar.reduce((sum, day) => sum + day.seconds, 0)
  const scored = sessions.filter(({ passed }) => passed !== null)
  const passed = scored.filter(session => session.passed).length
  return (
    <article className={styles.report}>
      <header>
        <h1>学员训练报告</h1>
        <p>
          {student.schoolName}　{dateTime(serverNow())}
        </p>
      </header>
      <Facts
        items={[
          ['姓名', student.userName],
          ['手机号', student.userPhone],
          ['驾照类型', gearName(student.gearType)],
          ['状态', enrolmentStates[student.state]],
          ['报名日期', businessDayOf(student.registeredAt)],
          ['近一年训练', `${scores.calendar.length} 天，${duration(seconds)}`],
          [
            `最近 ${sessions.length} 次训练合格率`,
            scored.length === 0 ? null : percent((passed / scored.length) * 100),
          ],
        ]}
      />
      <Section title="各子科目成绩">
        <table>
          <thead>
            <tr>
              {subjectColumns.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scores.subjects.map(row => (
              <tr key={row.subSubjectId}>
                {subjectColumns.map(column => (
                  <td key={column.key}>
                    <Cell column={column} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="最近训练中最多的错误">
        <Lines
          head={['子科目', '错误', '次数']}
          rows={frequentErrors(sessions).map(({ subSubject, text, times }) => [
            subSubject,
            text,
            number(times),
          ])}
        />
      </Section>
      <Section title="近一年每月训练">
        <Lines
          head={['月份', '天数', '次数', '时长']}
          rows={monthsOf(scores.calendar).map(month => [
            month.month,
            number(month.days),
            number(month.times),
            duration(month.seconds),
          ])}
        />
      </Section>
      <footer>
        <span>学员签字：</span>
        <span>教练签字：</span>
      </footer>
    </article>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Lines({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  if (rows.length === 0) return <p>没有记录。</p>
  return (
    <table>
      <thead>
        <tr>
          {head.map(title => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(cells => (
          <tr key={cells.join(' ')}>
            {cells.map((cell, place) => (
              <td key={head[place]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
