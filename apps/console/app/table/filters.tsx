import { Empty } from '@gatehouse/design/lists'
import { Button, Field, TextInput } from '@gatehouse/design/controls'
import { Children, type ReactNode } from 'react'
import { Form } from 'react-router'
import { PageLink } from '../layout/page-link.tsx'
import type { PagerProps } from './pager.tsx'
import { useText } from '../text/texts.tsx'
import classes from './filters.module.css'

export interface FiltersProps {
  /** What the list is narrowed to now: another one makes the fields anew, so that they are those of the address. */
  readonly state: string
  /** Whether there is anything to leave. */
  readonly isNarrowed: boolean
  /** Fields, the first one of which is the widest. */
  readonly children: ReactNode
}

/** Narrows a list: a form whose answer is an address, to keep or to send to somebody. */
export function Filters({ state, isNarrowed, children }: FiltersProps) {
  const t = useText('console')
  // The button is in one piece with the last field: on a line of its own it would belong to nothing.
  const fields = Children.toArray(children)
  return (
    <search>
      <Form key={state} method="get" action="?" className={classes.filters}>
        {fields.slice(0, -1)}
        <div className={classes.end}>
          {fields.at(-1)}
          <div className={classes.go}>
            <Button type="submit" size="small">
              {t('list.search')}
            </Button>
            {isNarrowed && <PageLink href="?">{t('list.clear')}</PageLink>}
          </div>
        </div>
      </Form>
    </search>
  )
}

/** How many entries are looked through faster than searched. */
const atAGlance = 7

/** Whether a list is worth searching: it has more entries than one sees at a glance, or is searched already. */
export function isLong(shown: number, q: string, { first, next }: PagerProps): boolean {
  return q !== '' || first !== undefined || next !== undefined || shown > atAGlance
}

/** Finds in a list by words: the one field `q`. */
export function ListSearch({ q, label, hint }: { readonly q: string; readonly label: string; readonly hint?: string }) {
  return (
    <Filters state={q} isNarrowed={q !== ''}>
      <Field id="q" label={label} {...(hint !== undefined && { hint })}>
        {(control) => <TextInput {...control} type="search" name="q" defaultValue={q} dir="auto" maxLength={200} />}
      </Field>
    </Filters>
  )
}

export interface ListEmptyProps {
  readonly q: string
  readonly pages: Pick<PagerProps, 'first'>
  /** What to say of a list without any entry. */
  readonly children: ReactNode
}

/** In the place of a page without entries: nothing was found, nothing is left on this page, or there is nothing at all. */
export function ListEmpty({ q, pages: { first }, children }: ListEmptyProps) {
  const t = useText('console')
  if (q === '' && first === undefined) return children
  if (q === '') return <Empty title={t('list.page_empty')} />
  return (
    <Empty title={t('list.none_found', { q })}>
      <p>{t('list.none_found_text')}</p>
      <PageLink href="?">{t('list.clear')}</PageLink>
    </Empty>
  )
}
