import { looksLikeEmail } from '@gatehouse/contract/http'
import { Address } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'
import classes from './page-head.module.css'
import { PageTitle } from './page-title.tsx'

/** A title that is an e-mail address is drawn as one. */
export interface PageHeadProps {
  readonly title: string
  readonly intro?: ReactNode
  /** The actions of the page: one primary action at most. */
  readonly actions?: ReactNode
  /** The pages between the navigation's line and this one. */
  readonly crumbs?: readonly Crumb[]
}

/** The name of a page, its purpose, its actions, and the link back to its list. */
export function PageHead({ title, intro, actions, crumbs = [] }: PageHeadProps) {
  return (
    <>
      <PageTitle title={title} />
      <header className={classes.head}>
        <div>
          <Breadcrumbs crumbs={crumbs} />
          <h1>{looksLikeEmail(title) ? <Address>{title}</Address> : title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
    </>
  )
}
