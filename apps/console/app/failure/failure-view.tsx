import { ButtonLink } from '@gatehouse/design/controls'
import { Heading } from '@gatehouse/design/content'
import { isRouteErrorResponse } from 'react-router'
import { PageTitle } from '../page/page-title.tsx'
import { useRootData } from '../page/root-data.ts'
import { useText } from '../text/texts.tsx'
import classes from './failure-view.module.css'
import { type Failure, parseFailure } from './failure.ts'

/** The reason why a page cannot be drawn: the failure, the remedy, and an id that is in the log. */
export function FailureView({ error }: { readonly error: unknown }) {
  const t = useText('console')
  const root = useRootData()
  const known = isRouteErrorResponse(error) ? parseFailure(error.data) : undefined
  const failure: Failure = known ?? {
    title: t('failure.crash.title'),
    text: t('failure.crash.text'),
    reference: root?.requestId ?? '',
    exits: [{ label: t('exit.again'), href: '' }],
  }
  return (
    <div className={classes.failure}>
      <PageTitle title={failure.title} />
      <Heading title={failure.title}>{failure.text}</Heading>
      {failure.reason !== undefined && (
        <p className={classes.reason}>
          {t('failure.service_says')} <q lang="en">{failure.reason}</q>
        </p>
      )}
      {failure.exits.length > 0 && (
        <div className={classes.exits}>
          {failure.exits.map((exit, index) => (
            <ButtonLink key={exit.label} href={exit.href} variant={index === 0 ? 'primary' : 'plain'} size="small">
              {exit.label}
            </ButtonLink>
          ))}
        </div>
      )}
      {failure.reference !== '' && (
        <p className={classes.reference}>
          {t('failure.reference')}: <code data-testid="error-reference">{failure.reference}</code>
        </p>
      )}
    </div>
  )
}
