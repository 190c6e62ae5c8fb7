import { create } from 'zustand'

/** How many requests are on their way: counted, not keyed by URL; streams do not count. */
export const usePending = create<{ count: number }>(() => ({ count: 0 }))

/** Runs a request while the 加载中... spinner knows of it. */
export async function whilePending<T>(work: () => Promise<T>): Promise<T> {
  usePending.setState(state => ({ count: state.count + 1 }))
  try {
    return await work()
  } finally {
    usePending.setState(state => ({ count: state.count - 1 }))
  }
}
