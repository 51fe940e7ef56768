import { Alert } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { useText } from '../text/texts.tsx'
import type { BrandingAnswer } from './branding-answer.ts'

/** The reason why nothing was published, and the remedy. `form`: the form that is sent again. */
export function AnswerView({ answer, form }: { readonly answer: BrandingAnswer | undefined; readonly form: string }) {
  const t = useText('console_branding')
  if (answer === undefined || answer.kind === 'kept') return null
  if (answer.kind === 'stale') {
    return (
      <Alert kind="error" title={t(`stale.${answer.what}`)} data-testid="stale">
        <p>{t(`stale.${answer.what}_text`)}</p>
        {answer.what === 'published' && (
          <Button type="submit" form={form} name="intent" value="publish_over" size="small">
            {t('stale.publish_over')}
          </Button>
        )}
      </Alert>
    )
  }
  if (answer.kind === 'faulty') {
    return (
      <Alert kind="error" title={t('refused.files')} data-testid="refused">
        <ul lang="en" dir="ltr">
          {Object.entries(answer.fields).map(([path, reason]) => (
            <li key={path}>{reason}</li>
          ))}
        </ul>
      </Alert>
    )
  }
  const { faults, reason } = answer
  return (
    <Alert kind="error" title={t('refused.title')} data-testid="refused">
      <ul lang="en" dir="ltr">
        {(faults.length > 0 ? faults : [reason]).map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Alert>
  )
}
