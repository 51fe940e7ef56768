import type { IdentitySource } from './config.ts'
import type { ConfigFault } from './config-error.ts'
import type { SettingValues } from './read-settings.ts'
import { settings } from './settings.ts'

/** The settings of the built-in configuration, with the equivalent keys of a kratos.yml. */
const inKratosFile = {
  returnUrls: 'selfservice.allowed_return_urls',
  defaultReturnUrl: 'selfservice.default_browser_return_url',
  cookieDomain: 'session.cookie.domain',
  corsOrigins: 'serve.public.cors',
  sessionTokens: 'session.whoami.tokenizer.templates',
} as const

type Given = Pick<SettingValues, keyof typeof inKratosFile | 'publicUrl' | 'consoleUrl'>

/** Returns the faults of the settings for applications, besides each setting's own form. */
export function faultsOfApplications({ cookieDomain, publicUrl }: Given): readonly ConfigFault[] {
  if (cookieDomain === undefined || isCovered(publicUrl.hostname, cookieDomain)) return []
  const wrong = `is ${cookieDomain}, but the public origin is ${publicUrl.origin}: browsers refuse its cookies for that domain`
  const fix = 'name a domain that the host of GATEHOUSE_PUBLIC_URL is in, or remove the setting'
  return [{ subject: settings.cookieDomain.env[0], wrong, fix }]
}

/** Returns warnings about settings for applications that another configuration overrides. */
export function warningsOfApplications(values: Given, identity: IdentitySource): readonly ConfigFault[] {
  const owner = ownerOf(identity)
  if (owner === undefined) return []
  return Object.entries(inKratosFile).flatMap(([name, path]) => {
    const key = name as keyof typeof inKratosFile
    if (values[key] === undefined) return []
    const wrong = `is of the built-in configuration, and has no effect: ${owner} counts instead`
    return [{ subject: settings[key].env[0], wrong, fix: `set ${path} there, and remove it here` }]
  })
}

function ownerOf(identity: IdentitySource): string | undefined {
  if (identity.kind === 'remote') return `the configuration of the identity service at ${identity.publicUrl.origin}`
  return identity.configFile
}

/** Returns whether a host is the domain or below it. */
function isCovered(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
