import { createContext, useContext } from 'react'
import { entryParameters } from '../request/entry-query.ts'
import { sectionParameter } from '../request/section.ts'

/** Names the key, link or factor that a question about its removal is asked for. */
export const removeParameter = 'remove'
/** Names the key that is being renamed. */
export const renameParameter = 'rename'
/** Says that a name was refused. */
export const refusedNameParameter = 'refused'
/** Names the list of the profile; without it the list is that of the sign-in methods. */
const listParameter = 'list'
/** The list of the profile in an address. */
export const profileList: Readonly<Record<string, string>> = { [listParameter]: 'profile' }

/** Whether an address of the settings is of the profile: its list, or its form. */
export function isOfProfile(query: URLSearchParams): boolean {
  return query.get(listParameter) === 'profile' || query.get(sectionParameter) === 'profile'
}

/** The address of a part of the settings, or of all of them. */
type PartAddress = (group?: string, more?: Readonly<Record<string, string>>) => string

/** The address to which the forms of the settings post; it has the way back with which they were opened. */
export const SettingsAction = createContext('/settings')

/** Returns addresses of parts of the settings, with the way back. */
export function usePartAddress(): PartAddress {
  return partAddress(useContext(SettingsAction))
}

/** As `usePartAddress`, for settings whose forms post to `action`. Without a flow: each part begins with a new one. */
export function partAddress(action: string): PartAddress {
  const [, query = ''] = action.split('?', 2)
  const kept = [...new URLSearchParams(query)].filter(([name]) => entryParameters.includes(name))
  return (group, more = {}) => {
    const section = group === undefined ? [] : [[sectionParameter, group]]
    const all = new URLSearchParams([...kept, ...section, ...Object.entries(more)])
    return all.size === 0 ? '/settings' : `/settings?${all}`
  }
}
