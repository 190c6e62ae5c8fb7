import { FileTextOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '../../../ui/speed/Button.tsx'
import { BankFileList } from './BankFileList.tsx'
import styles from './bankFiles.module.css'
import { Payable } from './Payable.tsx'
import { Templates } from './Templates.tsx'

/** 付款文件: approved payments that can go to the bank, the files that went, and the formats of banks. */
export default function BankFilesTab() {
  const [templates, setTemplates] = useState(false)
  return (
    <div className={styles.stack}>
      <h1 className="visually-hidden">付款文件</h1>
      <Payable />
      <BankFileList
        extra={
          <Button icon={<FileTextOutlined />} onClick={() => setTemplates(true)}>
            银行模板
          </Button>
        }
      />
      {templates && <Templates onClosed={() => setTemplates(false)} />}
    </div>
  )
}
