import { Address, Alert } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import classes from './page-head.module.css'
import { PageTitle } from './page-title.tsx'
import { useNotice } from './notice.ts'

/** A title that is an e-mail address is drawn as one. */
export interface PageHeadProps {
  readonly title: string
  readonly intro?: ReactNode
  /** What one can do here: one primary action at most. */
  readonly actions?: ReactNode
}

/** People without a name are called by theirs. */
const address = /^\S+@\S+$/

/** The name of a page, what it is for, what can be done here; and what was just done. */
export function PageHead({ title, intro, actions }: PageHeadProps) {
  const notice = useNotice()
  return (
    <>
      <PageTitle title={title} />
      <header className={classes.head}>
        <div>
          <h1>{address.test(title) ? <Address>{title}</Address> : title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {/* Always there, so that a screen reader says what script puts into it. */}
      <div role="status" className={classes.notice}>
        {notice !== undefined && (
          <Alert kind="success" role="presentation" data-testid="notice">
            {notice}
          </Alert>
        )}
      </div>
    </>
  )
}
