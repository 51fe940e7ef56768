// A process of its own: programs may run forever, and the engine is not written in JavaScript.
import type { JsonnetAnswer, JsonnetJob } from './job.ts'

/** Not loaded by its type: it may be missing. */
const engine = '@hanazuki/node-jsonnet'

interface Jsonnet {
  extCode(name: string, code: string): Jsonnet
  tlaCode(name: string, code: string): Jsonnet
  evaluateSnippet(program: string): Promise<string>
}

async function evaluate({ program, external, given }: JsonnetJob): Promise<JsonnetAnswer> {
  const create = await loadEngine()
  if (!create) return { kind: 'missing' }
  const jsonnet = create()
  for (const [name, json] of Object.entries(external)) jsonnet.extCode(name, json)
  for (const [name, json] of Object.entries(given)) jsonnet.tlaCode(name, json)
  try {
    return { kind: 'result', json: await jsonnet.evaluateSnippet(program) }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function loadEngine(): Promise<(() => Jsonnet) | undefined> {
  try {
    const { Jsonnet } = (await import(engine)) as { readonly Jsonnet: new () => Jsonnet }
    return () => new Jsonnet()
  } catch {
    return undefined
  }
}

process.on('message', (job: JsonnetJob) => {
  void evaluate(job).then((answer) => process.send?.(answer))
})
