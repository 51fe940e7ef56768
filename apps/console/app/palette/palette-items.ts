import type { IconName } from '@gatehouse/design/content'
import type { KeyPart } from '@gatehouse/i18n/translator'
import { switches } from '../configuration/switches.ts'
import type { Found } from '../find/found.ts'
import { icons } from '../page/icons.ts'
import { navigationOf, rootOf } from '../page/navigation-of.ts'
import { addressOfScope } from '../scopes/listed-scope.ts'
import type { ScopeData } from '../scopes/scope-data.ts'
import type { Say } from '../text/texts.tsx'

/** A line of the palette. */
export interface PaletteItem {
  readonly id: string
  readonly label: string
  /** Further text of the item. */
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

/** Returns the palette's items for the input. The server finds people and organizations; the rest is found here. */
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

/** Ids on the page, to copy. */
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

/** Something to do, as the palette offers it. */
interface Command {
  /** Key of the text: `command.<id>` of `console`. */
  readonly id: Exclude<KeyPart<'console', 'command.'>, `copy_${string}`>
  readonly icon: IconName
  /** The operation without which it is not offered. */
  readonly needs: string
  /** The page that does it, below the project; for `workspace` below the workspace. */
  readonly path: string
  readonly scope: 'project' | 'workspace'
}

/** TABLE: the actions of the palette. */
// prettier-ignore
const commands: readonly Command[] = [
  { id: 'person',       icon: 'user',         needs: 'createIdentity',        path: 'people/new',                  scope: 'project' },
  { id: 'import',       icon: icons.layers,   needs: 'createImport',          path: 'people/import',               scope: 'project' },
  { id: 'export',       icon: 'download',     needs: 'announceIdentityExport', path: 'people/export',              scope: 'project' },
  { id: 'organization', icon: icons.building, needs: 'createOrganization',    path: 'organizations/new',           scope: 'project' },
  { id: 'provider',     icon: 'globe',        needs: 'patchProjectWithRevision', path: 'configuration/providers/new', scope: 'project' },
  { id: 'history',      icon: 'clock',        needs: 'listProjectRevisions',  path: 'configuration/revisions',     scope: 'project' },
  { id: 'stream',       icon: 'link',         needs: 'createEventStream',     path: 'streams/new',                 scope: 'project' },
  { id: 'failures',     icon: 'alert',        needs: 'listProjectEvents',     path: 'events?type=LoginFailed',     scope: 'project' },
  { id: 'project',      icon: 'apps',         needs: 'createProject',         path: 'new-project',                 scope: 'workspace' },
  { id: 'invite',       icon: icons.people,   needs: 'createWorkspaceInvite', path: 'members',                     scope: 'workspace' },
]
