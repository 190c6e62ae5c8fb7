import { variablesClass } from '../../theme/antd.ts'
import './button.css'

const looks = {
  default: 'ant-btn-default ant-btn-color-default ant-btn-variant-outlined',
  primary: 'ant-btn-primary ant-btn-color-primary ant-btn-variant-solid',
  text: 'ant-btn-text ant-btn-color-default ant-btn-variant-text',
}
export type ButtonLook = keyof typeof looks

/** Classes that make a plain browser button look like the component library's. */
export const buttonLook = (look: ButtonLook): string => `ant-btn ${variablesClass} ui-button ${looks[look]}`
