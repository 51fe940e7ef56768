import { posix } from 'node:path'

import type { Finding } from './finding.ts'
import { isTestFile } from './import-directions.ts'
import type { SourceModule } from './source-tree.ts'

/** The services that docs/decisions/0026-two-kinds-of-failure.md is about. */
const services: readonly string[] = ['packages/identity/src/', 'packages/control-plane/src/']

/** TABLE: the errors that a service may throw, and their meaning. */
const thrown: Readonly<Record<string, string>> = {
  RefusalError: 'ends the request; answered at the HTTP edge',
  BusyRefusal: 'as RefusalError: too much work waits',
  Error: 'a programming error, or a configuration that the service cannot start with',
  TypeError: 'as Error',
  RangeError: 'as Error',
  ConcurrentChangeError: 'an account was stored since it was read; answered with 409 at the HTTP edge',
  ConfigError: 'a configuration that the service cannot start with',
  DeliveryFault: 'a message was not handed over; it is tried again',
  JsonnetFault: 'a program of the operator cannot be run; its caller says what that means',
  JsonnetCancelled: 'as JsonnetFault: the program said so',
  JsonnetBusy: 'as JsonnetFault: the next try may work',
  JsonnetAbsent: 'as JsonnetBusy: the program could not be downloaded yet',
  FarTextFault: 'a document could not be downloaded yet; its caller says what that means',
  DownloadFault: 'as FarTextFault, while the configuration is read',
  TemplateFault: 'as JsonnetFault, of a template; the built-in text is sent, or the start is refused',
  JobTimeoutError: 'a job on a shared thread took too long; the hasher makes a BusyRefusal of it',
  CheckBudgetError: 'a schema costs too much; caught where the schema is run',
  UnsafeAddressError: 'an address that no provider may have; caught by the probe of a connection',
  WorkRefused: 'long work cannot go on; its reason is the failure of the job',
  JobTakenOverError: 'another process has the job; caught by the worker of the job',
  RoleRefused: 'Amazon gave no role; caught where the topic is called',
}

/** TABLE: the files that may distinguish a refusal from other errors, beside the HTTP edge, and why. */
const refusalReaders: Readonly<Record<string, string>> = {
  'packages/identity/src/http/listener.ts': 'the HTTP edge of the identity service',
  'packages/control-plane/src/dispatch.ts': 'the HTTP edge of the control plane',
  'packages/identity/src/admin/batch.ts': 'an import answers for each identity',
  'packages/control-plane/src/remote-service.ts': 'a remote control plane that is gone is forgotten',
  'packages/control-plane/src/remote/listing.ts': 'a list says which remote control plane does not answer',
  'packages/control-plane/src/jobs/do-work.ts': 'what a job is refused is its failure',
  'packages/control-plane/src/onboarding/operations.ts': 'guests are not told what operators are told',
}

/** Folders in which refusals are values: an `Outcome`, or a `Refused` of a strategy. */
const withValues: readonly string[] = ['packages/identity/src/flows/', 'packages/identity/src/strategies/']
/** Handlers of the admin API among them. */
const adminHandlers: readonly string[] = [
  'packages/identity/src/flows/recovery/admin.ts',
  'packages/identity/src/flows/verification/admin.ts',
  'packages/identity/src/strategies/oidc/test-login/create.ts',
]

/** TABLE: files of the services that catch, by the kind of error. All other files let errors pass to the edge. */
const catching: Readonly<Record<string, readonly string[]>> = {
  'the HTTP edge, and work in the background that has to go on': [
    'packages/identity/src/http/listener.ts',
    'packages/identity/src/courier/deliver.ts',
    'packages/identity/src/service.ts',
    'packages/identity/src/admin/batch.ts',
    'packages/control-plane/src/open-projects.ts',
    'packages/control-plane/src/projects/mutexes.ts',
    'packages/control-plane/src/events/tail.ts',
    'packages/control-plane/src/dispatch.ts',
    'packages/control-plane/src/event-streams/delivery/delivery.ts',
    'packages/control-plane/src/event-streams/delivery/stream-worker.ts',
    'packages/control-plane/src/jobs/jobs.ts',
    'packages/control-plane/src/jobs/do-work.ts',
  ],
  'text, tokens and keys that were given and may be malformed': [
    'packages/identity/src/strategies/webauthn/key-import.ts',
    'packages/identity/src/courier/smtp.ts',
    'packages/identity/src/flows/http/submission.ts',
    'packages/identity/src/sessions/manager.ts',
    'packages/identity/src/identities/listed.ts',
    'packages/identity/src/sql/dsn.ts',
    'packages/identity/src/strategies/oidc/fedcm/submit.ts',
    'packages/identity/src/strategies/oidc/providers/create-oauth2.ts',
    'packages/identity/src/strategies/oidc/providers/token-dialects.ts',
    'packages/identity/src/strategies/seal-anew.ts',
    'packages/identity/src/strategies/totp/key.ts',
    'packages/identity/src/strategies/webauthn/answers.ts',
    'packages/identity/src/strategies/webauthn/challenges.ts',
    'packages/identity/src/strategies/webauthn/verify.ts',
    'packages/identity/src/web-hooks/reply.ts',
    'packages/control-plane/src/access/reason.ts',
    'packages/control-plane/src/people/subject.ts',
  ],
  'a name that was taken between the look for it and the write': [
    'packages/identity/src/sql/identity-store.ts',
    'packages/identity/src/sql/organization-store.ts',
  ],
  'configuration and schemas, whose faults are told with their path': [
    'packages/identity/src/courier/load-courier.ts',
    'packages/identity/src/load-configuration.ts',
    'packages/identity/src/compile-trial.ts',
    'packages/identity/src/compile-worker.ts',
    'packages/identity/src/identities/schema.ts',
    'packages/identity/src/strategies/oidc/load-providers.ts',
    'packages/identity/src/configuration/far-text.ts',
    'packages/identity/src/configuration/schema-document.ts',
    'packages/identity/src/identities/schemas.ts',
    'packages/identity/src/configuration/tokenizer.ts',
    'packages/identity/src/configuration/web-hooks.ts',
    'packages/identity/src/identities/schema-patterns.ts',
  ],
  'another service or program that does not answer as it should': [
    'packages/identity/src/credentials/password-hasher.ts',
    'packages/identity/src/engine/threads.ts',
    'packages/identity/src/jsonnet/jsonnet.ts',
    'packages/identity/src/courier/execute-templates.ts',
    'packages/identity/src/courier/own-templates.ts',
    'packages/identity/src/oauth2/login-requests.ts',
    'packages/identity/src/probes.ts',
    'packages/identity/src/courier/test-mail.ts',
    'packages/identity/src/sessions/token-keys.ts',
    'packages/identity/src/sessions/tokenizer.ts',
    'packages/identity/src/strategies/oidc/probe.ts',
    'packages/identity/src/strategies/oidc/providers/client.ts',
    'packages/identity/src/strategies/oidc/providers/guarded.ts',
    'packages/identity/src/strategies/oidc/return/meaning.ts',
    'packages/identity/src/strategies/oidc/test-login/report.ts',
    'packages/identity/src/strategies/password/breaches.ts',
    'packages/identity/src/web-hooks/web-hooks.ts',
    'packages/identity/src/web-hooks/hook-call.ts',
    'packages/identity/src/web-hooks/password-migration.ts',
    'packages/identity/src/web-hooks/deliveries.ts',
    'packages/control-plane/src/remote/listing.ts',
    'packages/control-plane/src/remote/reach.ts',
    'packages/control-plane/src/remote-service.ts',
    'packages/control-plane/src/event-streams/delivery/https-sender.ts',
    'packages/control-plane/src/event-streams/delivery/sns-sender.ts',
    'packages/control-plane/src/jobs/imports/import-work.ts',
    'packages/control-plane/src/jobs/account-work.ts',
    'packages/control-plane/src/jobs/matching.ts',
    'packages/control-plane/src/people/access.ts',
    'packages/control-plane/src/people/engine.ts',
    'packages/control-plane/src/people/operations.ts',
  ],
  'a change of which one half has to be taken back; the error goes on': [
    'packages/control-plane/src/onboarding/operations.ts',
    'packages/control-plane/src/projects/changes.ts',
    'packages/control-plane/src/jobs/imports/operations.ts',
    'packages/control-plane/src/jobs/imports/staging.ts',
    'packages/control-plane/src/projects/creation.ts',
  ],
}

const named = new Set(Object.values(catching).flat())
const decision = 'see docs/decisions/0026-two-kinds-of-failure.md and the tables of tooling/checks/error-regime.ts'

/** Finds errors that the services throw, distinguish or catch against their tables. */
export function errorRegime(modules: readonly SourceModule[]): readonly Finding[] {
  const makersOf = new Map(modules.map(({ path, errorMakers }) => [path, errorMakers]))
  return modules.flatMap((module) => {
    const { path, catches, comparisons, errorClasses } = module
    if (isTestFile(path) || !services.some((service) => path.startsWith(service))) return []
    const hasValues = withValues.some((folder) => path.startsWith(folder)) && !adminHandlers.includes(path)
    const findings: Finding[] = []
    for (const { what: word, line } of module.throws) {
      const what = word.endsWith('()') ? madeBy(word.slice(0, -2), module, makersOf) : word
      if (what === 'rethrown') continue
      if (what === undefined) {
        findings.push({ path, line, message: `throws what ${word} returns, which does not say its class; ${decision}` })
      } else if (!Object.hasOwn(thrown, what)) findings.push({ path, line, message: `throws ${what}; ${decision}` })
      else if (hasValues && /Refusal/.test(what)) {
        findings.push({ path, line, message: `throws ${what}, where refusals are values; ${decision}` })
      }
    }
    for (const { name, line } of errorClasses) {
      if (!Object.hasOwn(thrown, name)) findings.push({ path, line, message: `adds the error ${name}; ${decision}` })
    }
    for (const { name, line } of comparisons) {
      if (/Refusal/.test(name) && !Object.hasOwn(refusalReaders, path)) {
        findings.push({ path, line, message: `catches ${name} before the HTTP edge; ${decision}` })
      }
    }
    if (!named.has(path))
      findings.push(...catches.map((line) => ({ path, line, message: `catches errors; ${decision}` })))
    return findings
  })
}

/**
 * Returns the error that a function of this name makes, as its return type says: of this module, or of one that it
 * imports.
 */
function madeBy(
  name: string,
  { path, imports, errorMakers }: SourceModule,
  makersOf: ReadonlyMap<string, SourceModule['errorMakers']>,
): string | undefined {
  const own = errorMakers[name]
  if (own !== undefined) return own
  const from = imports.find(({ names }) => names.includes(name))?.specifier
  return from?.startsWith('.') ? makersOf.get(posix.join(posix.dirname(path), from))?.[name] : undefined
}
