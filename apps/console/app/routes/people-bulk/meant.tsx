import { Avatar } from '@gatehouse/design/content'
import { useText } from '../../text/texts.tsx'
import classes from './meant.module.css'

export interface MeantProps {
  readonly count: number
  readonly named: readonly { readonly id: string; readonly name: string; readonly address: string }[]
  readonly match: string | undefined
}

/** Who is meant, by name; of many the first ones, and how many more there are. */
export function Meant({ count, named, match }: MeantProps) {
  const t = useText('console_people')
  const more = count - named.length
  return (
    <section aria-label={t('bulk.who')} className={classes.box}>
      <ul className={classes.people} data-testid="meant">
        {named.map(({ id, name, address }) => (
          <li key={id}>
            <Avatar name={name} />
            <span>
              <bdi>{name}</bdi>
              {address !== '' && (
                <small>
                  <bdi>{address}</bdi>
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.more}>{t('bulk.more', { count: more })}</p>}
      {match !== undefined && <p className={classes.more}>{t('bulk.not_you')}</p>}
    </section>
  )
}
