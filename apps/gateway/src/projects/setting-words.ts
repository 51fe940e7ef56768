import type { Config } from '@gatehouse/config/config'
import type { HostedProject } from '@gatehouse/control-plane/service'
import { callersWithSession, type IdentityConfig } from '@gatehouse/identity/configuration'
import type { SessionCookie } from '../sites/unnoticed-session.ts'
import { ownDomainOf } from './shared-session.ts'

const inConsole = 'in the console (Configuration, Applications)'

/** Names the setting that allows a `return_to`. `configFile`: the kratos.yml of the first project, if it has one. */
export function returnSettingOf({ isDefault }: HostedProject, configFile: string | undefined): string {
  if (!isDefault) return `the return URLs of the project ${inConsole}`
  if (configFile !== undefined) return `selfservice.allowed_return_urls in ${configFile}`
  return `the return URLs ${inConsole}, return_urls in gatehouse.yml, or GATEHOUSE_RETURN_URLS`
}

/** Returns the session cookie of a project, and the setting that shares it with a domain. */
export function sessionCookieOf(
  { isDefault }: HostedProject,
  { session, cors }: Pick<IdentityConfig, 'session' | 'cors'>,
  { url, config, configFile }: { readonly url: URL; readonly config: Config; readonly configFile: string | undefined },
): SessionCookie {
  const settingFor = (wanted: string): string | undefined => {
    if (!isDefault) return ownDomainOf(url, config) === wanted ? `the session below its host ${inConsole}` : undefined
    if (configFile !== undefined) return `session.cookie.domain in ${configFile}`
    return `cookie_domain in gatehouse.yml, GATEHOUSE_COOKIE_DOMAIN, or the domain of the session ${inConsole}`
  }
  const mayCall = callersWithSession(cors.public)
  const scriptSettingFor = (origin: string) => (mayCall(origin) ? undefined : scriptSettingOf(isDefault, configFile))
  const { name, domain } = session.cookie
  return { name, domain, settingFor, scriptSettingFor }
}

function scriptSettingOf(isDefault: boolean, configFile: string | undefined): string {
  if (!isDefault) return `the CORS origins of the project ${inConsole}`
  if (configFile !== undefined) return `serve.public.cors in ${configFile}`
  return `cors_origins in gatehouse.yml, GATEHOUSE_CORS_ORIGINS, or the CORS origins ${inConsole}`
}
