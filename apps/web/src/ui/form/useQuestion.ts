import type { ErrorEntry } from '@drivesim/contract/errors'
import { App } from 'antd'
import { CallError } from '../../api/callError.ts'
import { dialogProps } from '../DraggableModal.tsx'
import { withWholeFigures } from '../withWholeFigures.tsx'

interface Question {
  /** The refusal that is a question; its sentence is what is asked. */
  asks: ErrorEntry<never[]>
  title: string
  /** What follows from going on. */
  consequence: string
  /** What the button says: `不是重复，继续登记`. */
  verb: string
}

/**
 * Makes a change that the server may refuse with a question. Whoever goes on has it made once more, with their word;
 * whoever does not is back in the form, with the refusal.
 */
export function useQuestion() {
  const { modal } = App.useApp()
  return async <T>(
    { asks, title, consequence, verb }: Question,
    make: (confirmed: boolean) => Promise<T>,
  ): Promise<T> => {
    try {
      return await make(false)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== asks.code) throw error
      const goesOn = await modal.confirm({
        ...dialogProps,
        title,
        content: withWholeFigures(`${error.message}。${consequence}`),
        okText: verb,
        cancelText: '返回核对',
        autoFocusButton: 'cancel',
      })
      if (!goesOn) throw error
      return await make(true)
    }
  }
}
