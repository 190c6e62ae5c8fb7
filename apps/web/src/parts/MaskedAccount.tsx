import { hasMaskedAccount } from '@drivesim/contract/fields'
import { type ReactNode, useState } from 'react'
import { useManagesPlatform } from '../api/managesPlatform.ts'
import { useCan } from '../ui/Can.tsx'
import { OpenButton } from '../ui/OpenButton.tsx'
import { Reveal, type RevealEndpoint, type RevealProps } from './Reveal.tsx'

type Of<E extends RevealEndpoint> = Pick<RevealProps<E>, 'name' | 'endpoint' | 'of' | 'words'>

/**
 * 查看 for those who keep contracts, pay or decide, and what it opens: apart, since what it opens is a form and cannot stand in
 * another. Both are null for others.
 */
export function useAccountReveal<E extends RevealEndpoint>(
  account: Of<E>,
): {
  button: ReactNode
  dialog: ReactNode
} {
  const [open, show] = useState(false)
  const mayPay = useCan('finance:edit', 'finance:approve')
  const managesPlatform = useManagesPlatform()
  if (!mayPay || managesPlatform !== true) return { button: null, dialog: null }
  return {
    button: (
      <span className="ui-beside">
        <OpenButton onOpen={() => show(true)}>
          查看<span className="visually-hidden">收款账户</span>
        </OpenButton>
      </span>
    ),
    dialog: open && (
      <Reveal {...account} what="收款账户" example="核对付款信息" onClosed={() => show(false)} />
    ),
  }
}

/** Where somebody is paid, as everybody sees it, with 查看 for those who may see it whole. */
export function MaskedAccount<E extends RevealEndpoint>({ text, ...account }: Of<E> & { text: string }) {
  const { button, dialog } = useAccountReveal(account)
  return (
    <>
      {text} {hasMaskedAccount(text) && button}
      {dialog}
    </>
  )
}
