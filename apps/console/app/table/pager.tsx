import { ButtonLink } from '@gatehouse/design/button'
import { PageLink } from '../layout/page-link.tsx'
import { useText } from '../text/texts.tsx'
import classes from './pager.module.css'

export interface PagerProps {
  /** Leads to the first page; absent on it. */
  readonly first?: string | undefined
  /** Leads to the next page; absent on the last one. */
  readonly next?: string | undefined
}

/** The way through a list that the server cuts into pages. */
export function Pager({ first, next }: PagerProps) {
  const t = useText('console')
  if (first === undefined && next === undefined) return null
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      {first !== undefined && (
        <ButtonLink href={first} link={PageLink} size="small">
          {t('pager.first')}
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink href={next} link={PageLink} size="small">
          {t('pager.next')}
        </ButtonLink>
      )}
    </nav>
  )
}
