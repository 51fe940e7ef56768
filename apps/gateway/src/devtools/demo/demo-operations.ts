import { accepted, type DemoInstallation } from './demo-installation.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** TABLE: the further projects. */
const furtherProjects = [
  { name: 'Partner portal', environment: 'prod' },
  { name: 'Field app', environment: 'stage' },
  { name: 'Sandbox', environment: 'dev' },
] as const

/** Creates further projects of the workspace, so that lists of projects and the menu of scopes have content. */
export async function makeProjects({ api, workspaceId }: DemoInstallation): Promise<number> {
  for (const project of furtherProjects)
    accepted(await api.call('createProject', { body: { ...project, workspace_id: workspaceId } }))
  return furtherProjects.length + 1
}

/** TABLE: the published versions of the brand and of the mails, in order; the last one of the mails stays a draft. */
const published = [
  { part: 'brand', daysAgo: 41, document: { name: 'Lantern', links: { support: 'mailto:help@lantern.example' } } },
  {
    part: 'brand',
    daysAgo: 12,
    document: {
      name: 'Lantern & Co.',
      links: {
        support: 'mailto:help@lantern.example',
        terms: 'https://lantern.example/terms',
        privacy: 'https://lantern.example/privacy',
      },
    },
  },
  {
    part: 'mails',
    daysAgo: 8,
    document: { login_code_valid: { en: { subject: '{{code}} is your code for {{brand}}' } } },
  },
] as const

const drafted = {
  login_code_valid: {
    en: { subject: '{{code}} is your code for {{brand}}' },
    de: { subject: '{{code}}: Ihr Code für {{brand}}' },
  },
}

/** Publishes a brand twice and a mail once, and leaves a draft of the mails. */
export async function brandProject({ api, projectId, clock }: DemoInstallation, now: number): Promise<void> {
  const versions = new Map<string, number>()
  const draft = async (part: 'brand' | 'mails', document: Readonly<Record<string, unknown>>) => {
    const params = { project: projectId, part }
    const answer = await api.call('setBrandingDraft', { params, body: { document, version: null } })
    versions.set(part, accepted(answer).draft?.version ?? 0)
  }
  for (const { part, daysAgo, document } of published) {
    clock.set(now - daysAgo * dayMs)
    await draft(part, document)
    const version = versions.get(part) ?? 0
    accepted(await api.call('publishBranding', { params: { project: projectId, part }, body: { version } }))
  }
  clock.set(now - hourMs)
  await draft('mails', drafted)
}

const importedFile = `email,first name,last name
noemi.farago@lantern.example,Noémi,Faragó
lindiwe.dlamini@lantern.example,Lindiwe,Dlamini
no-address,Pekka,Virtanen
yusuf.ozdemir@lantern.example,Yusuf,Özdemir
`

/** Runs an import with a row that is refused, and a sign-out of suspended people, if there are any. */
export async function runJobs(
  { api, projectId, clock, settled }: DemoInstallation,
  hasSuspended: boolean,
  now: number,
): Promise<void> {
  clock.set(now - 3 * dayMs)
  const content = new Blob([importedFile]).stream()
  const staged = accepted(
    await api.call('createImport', {
      params: { project: projectId },
      query: { file_name: 'new-colleagues.csv' },
      upload: { content, type: 'text/csv' },
    }),
  )
  accepted(await api.call('startImport', { params: { project: projectId, import_id: staged.id } }))
  await settled()
  if (!hasSuspended) return
  clock.set(now - 2 * hourMs)
  const body = { action: 'revoke', matching: { state: 'inactive' } } as const
  accepted(await api.call('createJob', { params: { project: projectId }, body }))
  await settled()
}

/** Lets mails be written while none can be sent: their codes expire, and the mails fail permanently. */
export async function loseMails(
  { ask, clock, settled }: DemoInstallation,
  writers: readonly (() => Promise<void>)[],
  now: number,
): Promise<void> {
  clock.set(now - 5 * hourMs)
  const arm = (fault: string) =>
    ask(
      '/dev/faults',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ fault, times: 100 }),
      },
      { userAgent: 'gatehouse', address: '127.0.0.1' },
    )
  await arm('courier_down')
  const [last, ...first] = writers
  for (const write of first) await write()
  await settled()
  // A further mail triggers another run of the outbox.
  clock.set(now - 4 * hourMs)
  await last?.()
  await settled()
  await arm('none')
}
