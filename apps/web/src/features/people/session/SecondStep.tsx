import { secondStepData } from '@drivesim/contract/trust/factorShapes'
import { takeSecondStep } from '../../../api/secondStep.ts'
import styles from './LoginPage.module.css'
import { StepForm } from './StepForm.tsx'

interface Props {
  /** `data` of the refusal: what the server asks for. */
  readonly asked: unknown
  /** Back to the password, with the sentence why. */
  readonly onBack: (why: string | null) => void
}

/** 请验证身份: the second step after the password. */
export default function SecondStep({ asked, onBack }: Props) {
  const { challenge, methods, passkey } = secondStepData.parse(asked)
  return (
    <>
      <p className={styles.welcome}>请验证身份</p>
      <StepForm
        methods={methods}
        passkey={passkey}
        onGiven={given => takeSecondStep(challenge, given)}
        onBack={onBack}
      />
    </>
  )
}
