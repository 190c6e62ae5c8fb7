import { create } from 'zustand'

/** Whether somebody who says 不是我 is to change their password. In no address that the server could render from. */
export const useNotMe = create<{ readonly shown: boolean }>(() => ({ shown: false }))

export const showNotMe = () => useNotMe.setState({ shown: true })
export const hideNotMe = () => useNotMe.setState({ shown: false })
