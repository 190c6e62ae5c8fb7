import type { MessageInstance } from 'antd/es/message/interface'
import type { Sink } from '../../api/callError.ts'
import { Why } from '../../ui/help/Why.tsx'

/** As many as the shell shows at a time. */
export const mostMessages = 3

/**
 * Shows sentences so that one that is there already is not there twice. Its place is given up when it begins to fade:
 * a message that is raised again under the name of a fading one would stay for ever.
 */
export function messagesOnce(message: MessageInstance): Sink {
  const keys = new Map<string, string>()
  let raised = 0
  return (sentence, kind, error) => {
    const key = keys.get(sentence) ?? `${raised++}`
    keys.set(sentence, key)
    // The component drops the oldest without a word.
    for (const oldest of [...keys.keys()].slice(0, -mostMessages)) keys.delete(oldest)
    const forget = () => {
      if (keys.get(sentence) === key) keys.delete(sentence)
    }
    const content =
      error === undefined ? (
        sentence
      ) : (
        <>
          <span>{sentence}</span> <Why error={error} />
        </>
      )
    void message[kind]({ content, key, onClose: forget })
  }
}
