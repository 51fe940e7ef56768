import { Empty, Panel, Row } from '@gatehouse/design/content'
import { PageLink } from '../page/page-link.tsx'
import { useText } from '../text/texts.tsx'
import type { FoundPerson } from './found.ts'

export interface ChoosePersonProps {
  readonly people: readonly FoundPerson[]
  readonly typed: string
  /** The address of the page, about one of them. */
  readonly addressOf: (id: string) => string
}

/** Replaces a list about one person if the input fits several people, or no one. */
export function ChoosePerson({ people, typed, addressOf }: ChoosePersonProps) {
  const t = useText('console_activity')
  if (people.length === 0) return <Empty title={t('find.nobody', { typed })}>{t('find.nobody_text')}</Empty>
  return (
    <>
      <p>{t('find.several', { typed })}</p>
      <Panel>
        {people.map(({ id, name, address }) => (
          <Row
            key={id}
            title={
              <PageLink href={addressOf(id)}>
                <bdi>{name}</bdi>
              </PageLink>
            }
          >
            {address !== name && <bdi>{address}</bdi>}
          </Row>
        ))}
      </Panel>
    </>
  )
}
