import { ConfigError } from '@gatehouse/config/config'
import { UnreachableDatabaseError } from '@gatehouse/platform/database'

/** The parts of a database's address that an error message names. */
interface Way {
  readonly host: string
  readonly name: string
  readonly user: string
}

/** A message about a fault: the fault and its fix. */
interface Said {
  readonly wrong: string
  readonly fix: string
}

/**
 * TABLE: the faults that keep a process from its database, by the code of the system, of Node or of SQL, or by the
 * driver's text if there is no code; the first match is used.
 */
const faults: readonly (readonly [RegExp, (way: Way) => Said])[] = [
  [
    /^(?:ENOTFOUND|EAI_AGAIN)/,
    ({ host }) => ({ wrong: `names ${host}, which has no address`, fix: 'correct the host' }),
  ],
  [
    /^(?:28P01|28000)|no PostgreSQL user name|password must be a string/,
    ({ host, user }) => ({
      wrong: `leads to ${host}, which does not let ${user} in`,
      fix: 'correct user and password (characters such as @, / and space as %40, %2F and %20), or create the role',
    }),
  ],
  [
    /^3D000/,
    ({ host, name, user }) => ({
      wrong: `leads to ${host}, which has no database ${name}`,
      fix: `correct its name, or make it: CREATE DATABASE "${name}" OWNER "${user}"`,
    }),
  ],
  [
    /^42501/,
    ({ host, name, user }) => ({
      wrong: `leads to ${name} at ${host}, where ${user} may not make tables`,
      fix: `make it the owner: ALTER DATABASE "${name}" OWNER TO "${user}"`,
    }),
  ],
  [
    /does not support SSL/,
    ({ host }) => ({
      wrong: `asks for TLS, and ${host} speaks none`,
      fix: 'switch TLS on at the server; or set sslmode=disable, on a network of your own alone',
    }),
  ],
  [
    /CERT|SIGNATURE|ALTNAME|certificate/,
    ({ host }) => ({
      wrong: `leads to ${host}, whose certificate is not accepted`,
      fix: 'name its authority by sslrootcert=/path/to/ca.pem, and the host as the certificate does',
    }),
  ],
]

/**
 * Returns the reason why a database cannot be used, with its address and without its credentials. `subject`: the
 * setting that names it.
 */
export function databaseFault(error: unknown, url: string, subject: string): ConfigError {
  const { host, pathname, username } = new URL(url)
  const way: Way = {
    host: host === '' ? 'this machine' : host,
    name: decodeURIComponent(pathname.slice(1)),
    user: username === '' ? 'this user' : decodeURIComponent(username),
  }
  const first = causesOf(error).find((one) => faults.some(([pattern]) => pattern.test(one))) ?? ''
  const said = faults.find(([pattern]) => pattern.test(first))?.[1](way) ?? otherFault(error, way)
  const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(messageOf(error))
  return new ConfigError([{ subject, wrong: `${said.wrong} (${why})`, fix: said.fix }])
}

function otherFault(error: unknown, { host, name }: Way): Said {
  return error instanceof UnreachableDatabaseError
    ? {
        wrong: `leads to ${host}, where no PostgreSQL answers`,
        fix: 'start the server, or correct host and port',
      }
    : { wrong: `leads to ${name} at ${host}, which cannot be used`, fix: 'correct the address, or the server' }
}

/** Returns code and message of an error and of its causes. */
function causesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)]
  const code = 'code' in error ? String(error.code) : ''
  const behind = error instanceof AggregateError ? error.errors.flatMap(causesOf) : []
  return [code, error.message, ...behind, ...(error.cause === undefined ? [] : causesOf(error.cause))]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
