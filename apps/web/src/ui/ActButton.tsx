import { Button, type ButtonProps, Tooltip } from 'antd'

interface Props extends Omit<ButtonProps, 'disabled'> {
  /** Why it cannot be done now: the button is marked disabled, stays reachable, and says this on hover and focus. */
  reason?: string | null | undefined
}

/** A button for an act that the state of things may forbid. What a person has no code for is left out instead. */
export function ActButton({ reason, onClick, className, ...button }: Props) {
  if (!reason) return <Button {...button} {...(onClick && { onClick })} {...(className && { className })} />
  return (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      <Button {...button} aria-disabled className={`ui-blocked ${className ?? ''}`} />
    </Tooltip>
  )
}
