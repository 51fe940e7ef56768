import type { PasswordHasher } from '../credentials/hasher.ts'
import { RefusalError } from '../http/answer.ts'
import type { Credential, Identity } from '../identities/identity.ts'
import type { Seals } from '../credentials/sealed.ts'
import { withBackupCodes } from '../strategies/lookup-secret/credential.ts'
import type { BackupCode } from '../strategies/lookup-secret/credential.ts'
import { withTotp } from '../strategies/totp/credential.ts'
import { readKey } from '../strategies/totp/key.ts'
import type { CredentialsBody } from './bodies.ts'
import { prepareKeys, withImportedKeys } from './import-keys.ts'
import type { PreparedKeys } from './import-keys.ts'

type Providers = NonNullable<CredentialsBody['oidc']>['config']['providers']
type PasswordConfig = NonNullable<CredentialsBody['password']>['config']

/** Credentials ready to be laid over an identity: passwords are hashed, the rest is checked. */
export interface PreparedCredentials {
  readonly passwordHash: string | undefined
  readonly providers: Providers | undefined
  readonly totpUrl: string | undefined
  readonly backupCodes: readonly BackupCode[]
  readonly keys: readonly PreparedKeys[]
}

/** Hashes plain passwords and checks hashed ones. No policy is applied: the administrator is trusted. */
export async function prepareCredentials(
  body: CredentialsBody | undefined,
  hasher: PasswordHasher,
): Promise<PreparedCredentials> {
  return {
    passwordHash: body?.password && (await passwordHashOf(body.password.config, hasher)),
    providers: body?.oidc?.config.providers,
    totpUrl: body?.totp && usableKey(body.totp.config.totp_url),
    backupCodes: codesOf(body?.lookup_secret?.config).map(usableCode),
    keys: await prepareKeys(body),
  }
}

/** The identity with these credentials. */
export function withCredentials(
  seals: Seals,
  identity: Identity,
  prepared: PreparedCredentials,
  now: number,
): Identity {
  const { passwordHash, providers, totpUrl, backupCodes, keys } = prepared
  const first: Identity = {
    ...identity,
    credentials: {
      ...identity.credentials,
      ...(passwordHash !== undefined && { password: passwordCredential(identity, passwordHash, now) }),
      ...(providers && { oidc: oidcCredential(identity, providers, now) }),
    },
  }
  const keyed = withImportedKeys(first, keys, now)
  const second = totpUrl === undefined ? keyed : withTotp(seals, keyed, totpUrl, now)
  return backupCodes.length === 0 ? second : withBackupCodes(seals, second, backupCodes, now)
}

function codesOf(config: NonNullable<CredentialsBody['lookup_secret']>['config'] | undefined) {
  if (config === undefined) return []
  return 'codes' in config ? config.codes : config.recovery_codes
}

function usableKey(url: string): string {
  if (readKey(url)) return url
  throw new RefusalError({ code: 400, reason: 'totp_url is no otpauth://totp/ address that can be used.' })
}

const shortestCode = 6

/** As people type them: without dashes and spaces, in lower case. */
function usableCode({ code, used_at: usedAt }: { code: string; used_at?: string | null | undefined }): BackupCode {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  if (plain.length >= shortestCode && plain.length <= 64) {
    return { code: plain, usedAt: usedAt ? Date.parse(usedAt) : undefined }
  }
  throw new RefusalError({ code: 400, reason: `A recovery code has at least ${shortestCode} characters.` })
}

async function passwordHashOf(config: PasswordConfig, hasher: PasswordHasher): Promise<string | undefined> {
  if (config.use_password_migration_hook === true) {
    throw new RefusalError({ code: 400, reason: 'The password migration hook is not supported.' })
  }
  if (config.hashed_password !== undefined && config.hashed_password !== '') {
    if (hasher.reads(config.hashed_password)) return config.hashed_password
    const known = 'argon2, bcrypt, pbkdf2, scrypt, firescrypt, SSHA, sha, md5, sha-crypt, md5-crypt and hmac'
    throw new RefusalError({
      code: 400,
      reason: `The format of the hashed password is not supported; there are ${known}.`,
    })
  }
  if (config.password === undefined || config.password === '') return undefined
  if (Buffer.byteLength(config.password) > hasher.longestBytes) {
    throw new RefusalError({ code: 400, reason: `The password has more than ${hasher.longestBytes} bytes.` })
  }
  return hasher.hash(config.password)
}

function passwordCredential(identity: Identity, hash: string, now: number): Credential {
  const old = identity.credentials.password
  return {
    type: 'password',
    identifiers: old?.identifiers ?? [],
    config: { hashed_password: hash },
    version: old?.version ?? 0,
    createdAt: old?.createdAt ?? now,
    updatedAt: now,
  }
}

function oidcCredential(identity: Identity, providers: Providers, now: number): Credential {
  return {
    type: 'oidc',
    identifiers: providers.map(({ provider, subject }) => `${provider}:${subject}`),
    config: { providers },
    version: 0,
    createdAt: identity.credentials.oidc?.createdAt ?? now,
    updatedAt: now,
  }
}
