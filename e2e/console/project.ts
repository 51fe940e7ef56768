import type { GatewayProcess } from '@gatehouse/testing/processes'
import type { Person } from '../service/people.ts'
import type { Control, Named } from './control.ts'

/** A project, its pages in the console, and the people in it. */
export interface ConsoleProject extends Named {
  /** Its own origin: its public API, and the pages of its people. */
  readonly origin: string
  /** Its pages in the console: `http://…/w/{workspace}/p/{project}`. */
  readonly root: string
  /** Calls the control plane; paths begin at the project. */
  readonly call: Control
  /** Makes an account with a password; returns its id. */
  readonly account: (person: Person, more?: Readonly<Record<string, unknown>>) => Promise<string>
}

interface Surroundings {
  readonly gateway: GatewayProcess
  readonly control: Control
  /** The address of its workspace's pages. */
  readonly workspace: string
}

/** Returns the project that every installation has, at the gateway's own origin: operators themselves sign in there. */
export async function firstProject(around: Surroundings): Promise<ConsoleProject> {
  const [project] = await around.control<readonly Named[]>('GET', '/projects')
  if (project === undefined) throw new Error('there is no project')
  return projectAt(around, project, around.gateway.origin)
}

/** Makes a project. */
export async function makeProject(around: Surroundings, name: string): Promise<ConsoleProject> {
  const project = await around.control<Named>('POST', '/projects', { name, environment: 'dev' })
  return projectAt(around, project, around.gateway.origin.replace('://', `://${project.slug}.`))
}

function projectAt({ control, workspace }: Surroundings, { id, slug }: Named, origin: string): ConsoleProject {
  const call: Control = (method, path, ...rest) => control(method, `/projects/${id}${path}`, ...rest)
  const account: ConsoleProject['account'] = async ({ email, password }, more = {}) => {
    const credentials = { password: { config: { password } } }
    const create = { schema_id: 'person', traits: { email }, credentials, ...more }
    return (await call<{ id: string }>('POST', '/admin/identities', create)).id
  }
  return { id, slug, origin, root: `${workspace}/p/${slug}`, call, account }
}
