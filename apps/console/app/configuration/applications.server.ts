import type { ApplicationLists, ConfigOrigin } from '@gatehouse/contract/control-plane'
import type { FormValues } from '../form/stale-form.server.ts'
import { valueAt } from './config-tree.ts'
import type { EffectiveConfig } from './effective.server.ts'
import type { ConfigState } from './project-document.server.ts'

/** An entry of a list that counts beside those of the project, and its origin. */
export interface FixedEntry {
  readonly value: string
  readonly origin: ConfigOrigin
}

/** One list of addresses: the entries that the form changes, and the others that count as well. */
export interface AddressList {
  readonly own: readonly string[]
  readonly fixed: readonly FixedEntry[]
  /** Something stronger says the whole list: it cannot be changed here. */
  readonly isFixed: boolean
}

/** The state of a single setting. Fixed: it cannot be changed here, because a stronger source sets it. */
export interface SingleSetting {
  readonly value: string
  readonly origin: ConfigOrigin | undefined
  readonly isFixed: boolean
}

/** The effective settings for the applications of a project, as the form draws them. */
export interface ApplicationsState {
  readonly returnUrls: AddressList
  readonly corsOrigins: AddressList
  readonly defaultReturnUrl: SingleSetting
  readonly cookieDomain: SingleSetting
  readonly tokens: ApplicationLists['session_tokens']
  /** The host of the project’s pages; absent: the control plane does not say. */
  readonly host: string | undefined
}

/** TABLE: the paths of the form's settings in the configuration. */
export const applicationPaths = {
  returnUrls: 'selfservice.allowed_return_urls',
  defaultReturnUrl: 'selfservice.default_browser_return_url',
  cookieDomain: 'session.cookie.domain',
} as const

/** Returns the effective settings, from the project's own configuration and the control plane's statements. */
export function applicationsState({ config, corsOrigins }: ConfigState, effective: EffectiveConfig): ApplicationsState {
  const { settings, applications } = effective
  const fixed = (entries: readonly FixedEntry[] = []) => entries.filter(({ origin }) => origin !== 'project')
  const isFile = applications?.return_urls.some(({ origin }) => origin === 'file') === true
  const single = (path: string): SingleSetting => {
    const own = valueAt(config, path)
    const holds = settings[path]
    const isFixed = holds?.origin === 'settings' || holds?.origin === 'file'
    const value = isFixed ? holds.value : own
    return { value: typeof value === 'string' ? value : '', origin: holds?.origin, isFixed }
  }
  const here = applications?.return_urls.find(({ origin }) => origin === 'host')?.value
  return {
    returnUrls: {
      own: isFile ? [] : textsAt(config, applicationPaths.returnUrls),
      fixed: fixed(applications?.return_urls),
      isFixed: isFile,
    },
    corsOrigins: { own: corsOrigins, fixed: fixed(applications?.cors_origins), isFixed: false },
    defaultReturnUrl: single(applicationPaths.defaultReturnUrl),
    cookieDomain: single(applicationPaths.cookieDomain),
    tokens: applications?.session_tokens ?? [],
    host: here === undefined ? undefined : new URL(here).hostname,
  }
}

/** Whether the form asks for a session below the project's host, in the place of a domain. */
export function asksForHost({ host, cookieDomain }: ApplicationsState, isDefault: boolean): boolean {
  return !isDefault && host !== undefined && !cookieDomain.isFixed
}

/** The values of the form. Settings that a stronger source decides are not in it. */
export function applicationValues(state: ApplicationsState, isDefault: boolean): FormValues {
  const { returnUrls, corsOrigins, defaultReturnUrl, cookieDomain, host } = state
  return {
    ...(!returnUrls.isFixed && { return_urls: returnUrls.own.join('\n') }),
    ...(!defaultReturnUrl.isFixed && { default_return_url: defaultReturnUrl.value }),
    ...(asksForHost(state, isDefault)
      ? { session_below: cookieDomain.value === host ? 'on' : '' }
      : !cookieDomain.isFixed && { cookie_domain: cookieDomain.value }),
    cors_origins: corsOrigins.own.join('\n'),
  }
}

function textsAt(config: ConfigState['config'], path: string): readonly string[] {
  const value = valueAt(config, path)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
