import { adminAccess, clockSkew, engineAddresses, engineAnswers } from './engine-checks.ts'
import { cookieReach, hostNames, httpsInFront, returnAddresses } from './address-checks.ts'
import type { Check } from './check.ts'
import { exampleSecrets, identityFile, settingsThemselves } from './settings-checks.ts'
import { breachService, dataFolder, database, mailServer, ports } from './service-checks.ts'

/** TABLE: the checks of `gatehouse check`, in the order of its report. docs/check.md is generated from it. */
// prettier-ignore
export const checks: readonly Check[] = [
  { id: 'settings',         alsoRunning: true,  look: settingsThemselves, title: 'Values that make no sense, contradictions, and misspelt names, in gatehouse.yml and the environment' },
  { id: 'identity-config',  alsoRunning: true,  look: identityFile,       title: 'The configuration of the identity service: a `kratos.yml`, or what the settings make' },
  { id: 'host-names',       alsoRunning: true,  look: hostNames,          title: '`localhost` and `127.0.0.1` mixed, which are different hosts to a browser' },
  { id: 'https',            alsoRunning: true,  look: httpsInFront,       title: 'An http:// public URL that people reach by https:// (a gateway that runs notices it by `X-Forwarded-Proto`)' },
  { id: 'return-urls',      alsoRunning: true,  look: returnAddresses,    title: 'A missing default return URL, no allowed return URL, or one that leads nowhere' },
  { id: 'cookies',          alsoRunning: true,  look: cookieReach,        title: 'Applications whose host does not get the session cookie' },
  { id: 'secrets',          alsoRunning: true,  look: exampleSecrets,     title: 'Secrets that come from an example' },
  { id: 'engine',           alsoRunning: false, look: engineAnswers,      title: 'A remote identity service that does not answer, or is another API' },
  { id: 'admin-api',        alsoRunning: false, look: adminAccess,        title: 'Its admin API, and the key for it' },
  { id: 'engine-addresses', alsoRunning: true,  look: engineAddresses,    title: 'Its `base_url`, `ui_url`s, return URLs and cookies, where they lead to another address or do not reach an application' },
  { id: 'clock',            alsoRunning: true,  look: clockSkew,          title: 'Its clock, against the one of this machine' },
  { id: 'mail',             alsoRunning: true,  look: mailServer,         title: 'The mail server: reachable, encrypted, with the right password' },
  { id: 'breaches',         alsoRunning: true,  look: breachService,      title: 'The register of leaked passwords' },
  { id: 'data',             alsoRunning: true,  look: dataFolder,         title: 'The data folder: writable, with space left, and closed to other users' },
  { id: 'database',         alsoRunning: true,  look: database,           title: 'PostgreSQL: reachable, and new enough' },
  { id: 'ports',            alsoRunning: false, look: ports,              title: 'Ports that another program has taken' },
]
