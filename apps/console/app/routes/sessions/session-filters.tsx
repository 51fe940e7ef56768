import { FilterChip, Toolbar } from '@gatehouse/design/content'
import { Field, TextInput } from '@gatehouse/design/controls'
import { PageLink } from '../../page/page-link.tsx'
import { addressOf } from '../../links/address-of.ts'
import { FilterField, FilterGroup, SearchForm } from '../../table/filters.tsx'
import { useText } from '../../text/texts.tsx'
import { WordsField } from '../people/words-field.tsx'
import type { SessionState } from './session-states.ts'

export interface SessionFiltersProps {
  readonly q: string
  readonly state: SessionState
  /** The identity service searches everything that is known of people, and not sign-in names alone. */
  readonly searchesAll: boolean
}

/** The filters of the list of sessions: the person, and whether they are still active. */
export function SessionFilters({ q, state, searchesAll }: SessionFiltersProps) {
  const t = useText('console_people')
  const common = useText('console')
  const label = t('people.search')
  const kept = { state: state === 'active' ? '' : state }
  const shown = state === 'all' ? undefined : t(`session.${state}`)
  return (
    <Toolbar>
      {/* The field of the words stays while they are typed, and follows the address by itself. */}
      <SearchForm state={searchesAll ? 'words' : q} kept={kept}>
        {searchesAll ? (
          <WordsField id="sessions-q" label={label} example={t('people.search_example')} q={q} />
        ) : (
          <Field id="sessions-q" label={label}>
            {(control) => <TextInput {...control} type="search" name="q" defaultValue={q} dir="auto" />}
          </Field>
        )}
      </SearchForm>
      <FilterGroup
        state={state}
        count={state === 'all' ? 0 : 1}
        kept={{ q }}
        clear={q !== '' || state !== 'active' ? '?' : undefined}
        chips={
          <FilterChip
            key={state}
            label={t('filter.state')}
            link={PageLink}
            chosen={
              shown === undefined
                ? undefined
                : {
                    label: shown,
                    without: addressOf({ q, state: 'all' }),
                    remove: common('filter.remove', { label: t('filter.state'), value: shown }),
                  }
            }
            choices={[
              { href: addressOf({ q, state: '' }), label: t('session.active') },
              { href: addressOf({ q, state: 'ended' }), label: t('session.ended') },
            ]}
          />
        }
        fields={
          <FilterField
            id="sessions-state"
            label={t('filter.state')}
            name="state"
            value={state === 'active' ? '' : state}
            options={[
              { value: '', label: t('session.active') },
              { value: 'ended', label: t('session.ended') },
              { value: 'all', label: common('filter.any') },
            ]}
          />
        }
      />
    </Toolbar>
  )
}
