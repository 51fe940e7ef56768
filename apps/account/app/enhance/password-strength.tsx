import { SteadyText } from '@gatehouse/design/content'
import { useEffect, useState } from 'react'
import { type Say, useText } from '../text/text-source.ts'
import type { Judgement } from './judge-password.ts'
import classes from './password-strength.module.css'
import { reasons } from './password-reasons.ts'

export interface PasswordStrengthProps {
  /** Id of the password's control. */
  readonly controlId: string
}

/**
 * The strength of a new password, and the reason if it is weak; advice while there is nothing to judge. The service's
 * own rules stand beside it. It keeps the space of its longest text: the content below never moves while the person
 * types.
 */
export function PasswordStrength({ controlId }: PasswordStrengthProps) {
  const t = useText('password')
  const judged = useJudgement(controlId)
  return (
    <div className={classes.strength}>
      <div className={classes.bar} data-level={judged?.level} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <SteadyText among={longestOf(t)} role="status" data-testid="password-strength">
        {judged === undefined ? t('advice') : <Verdict {...judged} />}
      </SteadyText>
    </div>
  )
}

function Verdict({ level, reason }: Judgement) {
  const t = useText('password')
  return (
    <>
      <strong>{t(`level.${level}`)}</strong> {reason !== undefined && t(`reason.${reason}`)}
    </>
  )
}

/** A longer text may break better than a shorter one: the space is that of the highest of several. */
const measured = 3

/** Returns the longest texts that the meter may show. */
function longestOf(t: Say<'password'>): readonly string[] {
  const verdicts = ['short' as const, ...reasons].map((reason) => `${t('level.weak')} ${t(`reason.${reason}`)}`)
  const all = [t('advice'), ...verdicts, t('level.fair')]
  return all.toSorted((one, other) => other.length - one.length).slice(0, measured)
}

/** Judges the input; the code for it is loaded with the first letter. */
function useJudgement(controlId: string): Judgement | undefined {
  const [judged, setJudged] = useState<Judgement>()
  useEffect(() => {
    const control = document.getElementById(controlId)
    if (!(control instanceof HTMLInputElement)) return undefined
    let latest = 0
    const judge = async () => {
      const turn = (latest += 1)
      const { judgePassword } = await import('./judge-password.ts')
      if (turn === latest) setJudged(judgePassword(control.value, wordsAround(control)))
    }
    const onInput = () => void judge()
    // The person may have begun to type before the script ran.
    if (control.value !== '') onInput()
    control.addEventListener('input', onInput)
    return () => {
      latest = -1
      control.removeEventListener('input', onInput)
    }
  }, [controlId])
  return judged
}

/** Returns the other fields of the form: an acquaintance easily guesses a password made of them. */
function wordsAround({ form }: HTMLInputElement): readonly string[] {
  const fields = [...(form?.elements ?? [])]
  const typed = fields.flatMap((field) =>
    field instanceof HTMLInputElement && field.type !== 'password' && field.type !== 'hidden' ? [field.value] : [],
  )
  return typed.flatMap((text) => [text, ...text.split(/[\s@._-]+/)]).filter((word) => word.length > 2)
}
