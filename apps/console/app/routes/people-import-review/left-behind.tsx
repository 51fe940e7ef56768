import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { Panel, Section } from '@gatehouse/design/content'
import { useText } from '../../text/texts.tsx'
import classes from './review.module.css'

export interface LeftBehindProps {
  readonly left: AnswerOf<'checkImport'>['left_behind']
}

/** What of people of another system does not come along. */
export function LeftBehind({ left }: LeftBehindProps) {
  const t = useText('console_people')
  return (
    <Section id="left" title={t('import.left')} intro={t('import.left_lead')}>
      <Panel padded>
        <ul className={classes.left} data-testid="left-behind" lang="en" dir="ltr">
          {left.map(({ what, why, people }) => (
            <li key={`${what} ${why}`}>
              <strong>
                {people} × {what}
              </strong>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </Section>
  )
}
