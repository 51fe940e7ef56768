import type { IconName } from '@gatehouse/design/content'
import { switches } from '../configuration/switches.ts'
import type { Found } from '../find/found.ts'
import { navigationOf, rootOf } from '../page/navigation-of.ts'
import type { ScopeData } from '../scopes/scope-data.ts'
import { addressOfScope } from '../scopes/listed-scope.ts'
import type { Say } from '../text/texts.tsx'
import { commands } from './commands.ts'
import { icons } from '../page/icons.ts'

/** A line of the palette. */
export interface PaletteItem {
  readonly id: string
  readonly label: string
  /** What else there is to say of it. */
  readonly about: string
  readonly icon: IconName
  readonly does: { readonly kind: 'go'; readonly href: string } | { readonly kind: 'copy'; readonly text: string }
}

/** Lines under one heading: `palette.<id>` of `console`. */
export interface PaletteSection {
  readonly id: 'people' | 'organizations' | 'pages' | 'settings' | 'commands' | 'scopes'
  readonly items: readonly PaletteItem[]
}

interface Around {
  readonly data: ScopeData
  readonly found: Found
  readonly typed: string
  /** Of the page that is open. */
  readonly pathname: string
  readonly t: Say<'console'>
  readonly settings: Say<'console_projects'>
}

/** What the palette offers for what was typed. People and organizations come found; the rest is looked through here. */
export function paletteSections(around: Around): readonly PaletteSection[] {
  const { found, typed, data } = around
  const root = rootOf(data)
  const go = (path: string) => ({ kind: 'go', href: `${root}/${path}` }) as const
  const people = found.people.map(({ id, name, address }): PaletteItem => ({
    id: `person-${id}`,
    label: name,
    about: address === name ? '' : address,
    icon: 'user',
    does: go(`people/${id}`),
  }))
  const organizations = found.organizations.map(({ id, label }): PaletteItem => ({
    id: `organization-${id}`,
    label,
    about: '',
    icon: icons.building,
    does: go(`organizations/${id}`),
  }))
  const fits = (items: readonly PaletteItem[]) => items.filter((item) => isFound(item, typed))
  const sections: readonly PaletteSection[] = [
    { id: 'people', items: people },
    { id: 'organizations', items: organizations },
    { id: 'pages', items: fits(pages(around)) },
    // Unasked they would be all that one sees.
    { id: 'settings', items: typed === '' ? [] : fits(settingItems(around)) },
    { id: 'commands', items: fits([...copies(around), ...commandItems(around)]) },
    { id: 'scopes', items: typed === '' ? [] : fits(scopeItems(around)) },
  ]
  return sections.filter(({ items }) => items.length > 0)
}

function pages({ data, t }: Around): readonly PaletteItem[] {
  return navigationOf(data).flatMap(({ id, rows }) =>
    rows.map(({ href, label, icon }): PaletteItem => ({
      id: `page-${href}`,
      label: t(label),
      about: id === undefined ? '' : t(`nav.group.${id}`),
      icon,
      does: { kind: 'go', href },
    })),
  )
}

function settingItems({ data, settings, t }: Around): readonly PaletteItem[] {
  const { project } = data
  if (project === undefined || project.isRemote || !project.may.includes('getProject')) return []
  return switches.map(({ path, group, icon }): PaletteItem => ({
    id: `setting-${path}`,
    label: settings(`switch.${path}`),
    about: t('nav.configuration'),
    icon,
    does: { kind: 'go', href: `${rootOf(data)}/configuration#${group}` },
  }))
}

function commandItems({ data, t }: Around): readonly PaletteItem[] {
  const { workspace, project } = data
  return commands
    .filter(({ scope, needs }) =>
      scope === 'workspace' ? workspace.may.includes(needs) : project?.may.includes(needs) === true,
    )
    .map(({ id, icon, path, scope }): PaletteItem => {
      const root = scope === 'workspace' ? `/w/${workspace.slug}` : rootOf(data)
      return {
        id: `command-${id}`,
        label: t(`command.${id}`),
        about: '',
        icon,
        does: { kind: 'go', href: `${root}/${path}` },
      }
    })
}

/** Ids of what is on the page, to take along. */
function copies({ data, pathname, t }: Around): readonly PaletteItem[] {
  const [, what, id] = /\/(people|organizations)\/([\da-f-]{36})(?:\/|$)/.exec(pathname) ?? []
  const own = what === undefined || id === undefined ? [] : [{ id: 'shown', text: id, label: t('command.copy_shown') }]
  const project =
    data.project === undefined ? [] : [{ id: 'project', text: data.project.id, label: t('command.copy_project') }]
  return [...own, ...project].map(({ id: name, text, label }): PaletteItem => ({
    id: `copy-${name}`,
    label,
    about: text,
    icon: 'copy',
    does: { kind: 'copy', text },
  }))
}

function scopeItems({ data, t }: Around): readonly PaletteItem[] {
  return data.scopes.map((scope): PaletteItem => ({
    id: `scope-${addressOfScope(scope)}`,
    label: scope.project?.name ?? scope.workspace.name,
    about: scope.project === undefined ? t('place.workspace') : scope.workspace.name,
    icon: 'apps',
    does: { kind: 'go', href: addressOfScope(scope) },
  }))
}

function isFound({ label, about }: PaletteItem, typed: string): boolean {
  const text = folded(`${label} ${about}`)
  return folded(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Without case and accents, as people are found. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
