import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonLook } from './buttonLook.ts'

interface Props extends Omit<ComponentProps<'button'>, 'type'> {
  type?: ButtonLook
  htmlType?: 'button' | 'submit'
  icon?: ReactNode
  iconPlacement?: 'start' | 'end'
}

/**
 * The component library's button by its style sheet alone, for what stands around every list: ten of its own, each with
 * contexts, effects and movements, took longer than the rows (decision 0052).
 */
export function Button({
  type = 'default',
  htmlType = 'button',
  icon,
  iconPlacement = 'start',
  className,
  children,
  ...button
}: Props) {
  const classes = [
    buttonLook(type),
    children === undefined && 'ant-btn-icon-only',
    iconPlacement === 'end' && 'ant-btn-icon-end',
    className,
  ]
  return (
    <button {...button} type={htmlType} className={classes.filter(Boolean).join(' ')}>
      {icon && <span className="ant-btn-icon">{icon}</span>}
      {children !== undefined && <span>{children}</span>}
    </button>
  )
}
