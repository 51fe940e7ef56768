import { flowKinds, type Flow, type FlowKind } from '@gatehouse/contract/flows'

/** A flow as a service sends it, by the name of its file. */
export interface Fixture {
  readonly name: string
  readonly kind: FlowKind
  readonly flow: Flow
}

const files = import.meta.glob('../../packages/flow-form/fixtures/*.json', { eager: true, import: 'default' })

/** Every flow there is a fixture of: a new file is on show without a word here. */
export const fixtures: readonly Fixture[] = Object.entries(files).map(([path, flow]) => {
  const name = /([^/]+)\.json$/.exec(path)?.[1] ?? path
  return { name, kind: flowKinds.find((kind) => name.startsWith(kind)) ?? 'registration', flow: parseFlow(flow) }
})

function parseFlow(value: unknown): Flow {
  return value as Flow
}
