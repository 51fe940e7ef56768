import { useEffect, useState } from 'react'
import { useText } from '../text/text-source.ts'
import classes from './password-strength.module.css'
import type { Judgement } from './judge-password.ts'

export interface PasswordStrengthProps {
  /** Id of the password's control. */
  readonly controlId: string
}

/** How hard a new password is to guess, and why it is not harder. The service's own rules are said beside it. */
export function PasswordStrength({ controlId }: PasswordStrengthProps) {
  const t = useText('password')
  const [judged, setJudged] = useState<Judgement>()
  useEffect(() => {
    const control = document.getElementById(controlId)
    if (!(control instanceof HTMLInputElement)) return undefined
    let latest = 0
    const look = async () => {
      const turn = (latest += 1)
      const { judgePassword } = await import('./judge-password.ts')
      if (turn === latest) setJudged(judgePassword(control.value, wordsAround(control)))
    }
    const onInput = () => void look()
    onInput()
    control.addEventListener('input', onInput)
    return () => {
      latest = -1
      control.removeEventListener('input', onInput)
    }
  }, [controlId])
  const reason = judged?.reason
  return (
    <div className={classes.strength} role="status" data-testid="password-strength">
      {judged !== undefined && (
        <>
          <div className={classes.bar} data-level={judged.level} aria-hidden="true">
            <span />
            <span />
            <span />
            <span />
          </div>
          <p>
            <strong>{t(`level.${judged.level}`)}</strong> {reason !== undefined && t(`reason.${reason}`)}
          </p>
        </>
      )}
    </div>
  )
}

/** What somebody types beside their password: easily guessed by whoever knows it. */
function wordsAround({ form }: HTMLInputElement): readonly string[] {
  const fields = [...(form?.elements ?? [])]
  const typed = fields.flatMap((field) =>
    field instanceof HTMLInputElement && field.type !== 'password' && field.type !== 'hidden' ? [field.value] : [],
  )
  return typed.flatMap((text) => [text, ...text.split(/[\s@._-]+/)]).filter((word) => word.length > 2)
}
