import { z } from 'zod'
import { environments, type Environment } from '@gatehouse/contract/operators'

import { RefusalError, type Refusal } from '../http/answer.ts'
import type { Reach } from './reach.ts'

/** A workspace that the key reaches, with its projects. */
export interface ListedWorkspace {
  readonly id: string
  readonly name: string
  readonly projects: readonly ListedProject[]
}

/** A project there that was not deleted. Without a known environment it counts as production. */
export interface ListedProject {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly environment: Environment
  /** A host name; undefined: the control plane does not report it. */
  readonly host: string | undefined
}

/** The workspaces and projects there, or the reason why they are unknown. */
export type Listing =
  | { readonly kind: 'listed'; readonly workspaces: readonly ListedWorkspace[] }
  | { readonly kind: 'failed'; readonly refusal: Refusal }

const workspacePage = z.object({
  workspaces: z.array(z.object({ id: z.string().min(1), name: z.string() })),
  has_next_page: z.boolean().default(false),
  next_page_token: z.string().default(''),
})

const project = z.object({
  id: z.string().min(1),
  slug: z.string().min(1),
  name: z.string(),
  environment: z.enum(environments).catch('prod'),
  hosts: z.array(z.string()).catch([]),
  state: z.string().default('running'),
})
const projectPage = z.object({ projects: z.array(project) })

/** A key belongs to one workspace; a control plane that never stops listing them is not listened to for ever. */
const mostPages = 10

/** Lists all resources that the key reaches. Never rejects for faults there. */
export async function listRemote(reach: Reach): Promise<Listing> {
  try {
    const found: { readonly id: string; readonly name: string }[] = []
    let token: string | undefined = ''
    for (let page = 0; page < mostPages && token !== undefined; page += 1) {
      const read = await readWorkspaces(reach, token)
      found.push(...read.workspaces)
      token = read.has_next_page && read.next_page_token !== '' ? read.next_page_token : undefined
    }
    const workspaces = await Promise.all(
      found.map(async ({ id, name }) => ({ id, name, projects: await readProjects(reach, id) })),
    )
    return { kind: 'listed', workspaces }
  } catch (error) {
    if (error instanceof RefusalError) return { kind: 'failed', refusal: error.refusal }
    throw error
  }
}

async function readWorkspaces(reach: Reach, token: string): Promise<z.output<typeof workspacePage>> {
  const query = new URLSearchParams(token === '' ? {} : { page_token: token })
  const call = {
    operation: 'listWorkspaces',
    method: 'GET',
    path: '/workspaces',
    params: {},
    query,
    headers: {},
  } as const
  return parse(workspacePage, await reach(call))
}

async function readProjects(reach: Reach, workspace: string): Promise<readonly ListedProject[]> {
  const path = '/workspaces/{workspace}/projects'
  const query = new URLSearchParams()
  const call = {
    operation: 'listWorkspaceProjects',
    method: 'GET',
    path,
    params: { workspace },
    query,
    headers: {},
  } as const
  const { projects } = await parse(projectPage, await reach(call))
  return projects
    .filter(({ state }) => state !== 'deleted')
    .map(({ id, slug, name, environment, hosts }) => ({ id, slug, name, environment, host: hosts[0] }))
}

async function parse<S extends z.ZodType>(shape: S, response: Response): Promise<z.output<S>> {
  const body: unknown = await response.json().catch(() => undefined)
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  const reason =
    'The other control plane gave an answer that cannot be understood. Is GATEHOUSE_CONTROL_PLANE_URL right?'
  throw new RefusalError({ code: 502, id: 'control_plane_unreachable', reason })
}
