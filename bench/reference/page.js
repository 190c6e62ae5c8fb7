// What no page of React and antd can do without.
import { Button, ConfigProvider } from 'antd'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const csp = { nonce: document.querySelector('meta[property="csp-nonce"]').nonce }
const button = createElement(Button, { type: 'primary' }, '参照')
createRoot(document.getElementById('root')).render(createElement(ConfigProvider, { csp }, button))
