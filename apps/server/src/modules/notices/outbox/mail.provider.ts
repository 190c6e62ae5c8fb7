import { createTransport } from 'nodemailer'
import type { Config } from '../../../platform/start/config.ts'
import type { OutgoingText } from './queries.ts'

const patienceMs = 20_000

/** Reads the file of a job for a mail; null: it is not to be had, or too long. */
export type Attach = (jobId: number) => Promise<{ filename: string; content: Buffer } | null>

/** Mail by SMTP. `Message-ID` is the entry's own at every try, so that a server or a reader can tell a repetition. */
export function mailProvider({ smtpUrl, from }: NonNullable<Config['mail']>, page: string, attach: Attach) {
  const transport = createTransport(
    { url: smtpUrl, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
    { from },
  )
  const host = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({
      messageId,
      recipient,
      title,
      content,
      attachedJobId = null,
    }: OutgoingText): Promise<string> {
      const file = attachedJobId === null ? null : await attach(attachedJobId)
      const { response } = await transport.sendMail({
        to: recipient,
        subject: title,
        html: absoluteLinks(content, page),
        messageId: `<${messageId}@${host}>`,
        ...(file !== null && { attachments: [file] }),
      })
      return response
    },
  }
}

/** Links to our own pages lead there from a mail too; without a public address they are words. */
function absoluteLinks(html: string, page: string): string {
  return html.replace(/href="\/(?!\/)/g, `href="${page}/`)
}
