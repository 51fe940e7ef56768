import { ButtonLink } from '@gatehouse/design/button'
import { useText } from '../text/text-source.ts'
import { isRouteErrorResponse } from 'react-router'
import { GatePage } from '../layout/gate-page.tsx'
import { useRootData } from '../layout/root-data.ts'
import classes from './failure-page.module.css'
import { type Failure, parseFailure } from './failure.ts'

/** What a visitor sees when a page cannot be drawn: what happened, what to do, and an id that is in the log. */
export function FailurePage({ error }: { readonly error: unknown }) {
  const t = useText('common')
  const root = useRootData()
  const known = isRouteErrorResponse(error) ? parseFailure(error.data) : undefined
  const failure: Failure = known ?? {
    title: t('crash.title'),
    text: t('crash.text'),
    reference: root?.requestId,
    exits: [{ label: t('crash.reload'), href: '' }],
  }
  return (
    <GatePage title={failure.title} lead={failure.text}>
      {failure.reason !== undefined && (
        <p className={classes.reason}>
          {t('service_says')} <q lang="en">{failure.reason}</q>
        </p>
      )}
      <div className={classes.exits}>
        {failure.exits.map((exit, index) => (
          <ButtonLink key={exit.label} href={exit.href} variant={index === 0 ? 'primary' : 'plain'}>
            {exit.label}
          </ButtonLink>
        ))}
      </div>
      {failure.reference !== undefined && (
        <p className={classes.reference}>
          {t('reference')}: <code data-testid="error-reference">{failure.reference}</code>
        </p>
      )}
    </GatePage>
  )
}
