import {
  Configuration,
  CourierApi,
  EventsApi,
  FrontendApi,
  IdentityApi,
  MetadataApi,
  ProjectApi,
  WorkspaceApi,
} from '@ory/client-fetch'

/** An operation of the field's client, as `FrontendApi.toSession`, and its request. */
export interface WireOperation {
  readonly name: string
  readonly method: string
  /** With `{…}` for variable parts. */
  readonly path: string
}

type Api = new (configuration: Configuration) => object

const identityApis = { FrontendApi, IdentityApi, CourierApi, MetadataApi }
const controlPlaneApis = { EventsApi, ProjectApi, WorkspaceApi }

/** Returns every operation of the classes for identities. */
export async function identityOperations(): Promise<readonly WireOperation[]> {
  const found: WireOperation[] = []
  for (const [api, Class] of Object.entries(identityApis)) {
    for (const name of namesOf(Class)) found.push({ name: `${api}.${name}`, ...(await requestOf(Class, name)) })
  }
  return found
}

/** Returns the names of all operations of the classes for projects, workspaces and event streams: `createProject`. */
export function fieldOperationNames(): readonly string[] {
  return Object.values(controlPlaneApis).flatMap(namesOf)
}

function namesOf(api: Api): readonly string[] {
  const names = Object.getOwnPropertyNames(api.prototype)
  return names.filter((name) => name !== 'constructor' && !/(?:Raw|RequestOpts)$/.test(name))
}

/** Every parameter a client may ask for, named after itself; a patch is a list, which is walked. */
const parameters = new Proxy(
  {},
  { get: (_target, name) => (String(name).endsWith('Patch') ? [] : `{${String(name)}}`) },
)

/** Finds the request of an operation by calling it with a `fetch` that records. */
async function requestOf(Class: Api, name: string): Promise<{ readonly method: string; readonly path: string }> {
  let sent: { readonly method: string; readonly path: string } | undefined
  const fetchApi: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    sent = { method: init?.method ?? 'GET', path: decodeURIComponent(pathname) }
    return new Response('{}')
  }
  const api = new Class(new Configuration({ basePath: 'http://nowhere.invalid', fetchApi }))
  const operation: unknown = Reflect.get(api, `${name}Raw`)
  if (typeof operation === 'function') await Reflect.apply(operation, api, [parameters])
  if (sent === undefined) throw new Error(`${name} of the client sends nothing`)
  return sent
}
