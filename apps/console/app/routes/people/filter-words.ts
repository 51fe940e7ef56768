import { type Say, useText } from '../../text/texts.tsx'
import { type FilterName, filterNames, filterValues, type PeopleSearch } from './people-search.ts'

/** The available values of filters by id. */
export interface FilterChoices {
  readonly schemas: readonly { readonly id: string; readonly title: string }[]
  readonly organizations: readonly { readonly id: string; readonly label: string }[]
}

/** A value that a filter can have, in words. */
export interface FilterChoice {
  readonly value: string
  readonly label: string
}

/** A filter in words, with its available values. */
export interface WordedFilter {
  readonly name: FilterName
  readonly label: string
  readonly choices: readonly FilterChoice[]
  /** The chosen value; undefined: none. */
  readonly chosen: FilterChoice | undefined
}

/** Every filter of a list in words; one without anything to choose is left out. */
export function useFilterWords(search: PeopleSearch, choices: FilterChoices): readonly WordedFilter[] {
  const t = useText('console_people')
  return filterNames.flatMap((name) => {
    const all = choicesOf(t, name, choices)
    const value = search[name]
    const chosen = value === '' ? undefined : (all.find((one) => one.value === value) ?? { value, label: value })
    const isOffered = all.length > (name === 'schema' ? 1 : 0)
    return isOffered || chosen !== undefined ? [{ name, label: t(`filter.${name}`), choices: all, chosen }] : []
  })
}

function choicesOf(t: Say<'console_people'>, name: FilterName, choices: FilterChoices): readonly FilterChoice[] {
  switch (name) {
    case 'organization':
      return choices.organizations.map(({ id, label }) => ({ value: id, label }))
    case 'schema':
      return choices.schemas.map(({ id, title }) => ({ value: id, label: title }))
    case 'state':
      return filterValues.state.map((value) => ({ value, label: t(`state.${value}`) }))
    case 'verified':
      return filterValues.verified.map((value) => ({ value, label: t(`filter.verified_${value}`) }))
    case 'second_step':
      return filterValues.second_step.map((value) => ({ value, label: t(`filter.second_step_${value}`) }))
    case 'method':
      return filterValues.method.map((value) => ({ value, label: t(`way.${value}`) }))
    case 'created':
    case 'unseen':
      return filterValues[name].map((value) => ({ value, label: t(`filter.${name}_days`, { count: Number(value) }) }))
  }
  name satisfies never
  throw new TypeError('a filter of an unknown name')
}
