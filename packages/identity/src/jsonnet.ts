/** A program that cannot be run, or whose result is of no use. The text is for operators. */
export class JsonnetFault extends Error {}

/** Not among the dependencies: it needs a compiler, which nobody should need to install this. */
const engine = '@hanazuki/node-jsonnet'

interface Jsonnet {
  extCode(name: string, code: string): Jsonnet
  tlaCode(name: string, code: string): Jsonnet
  evaluateSnippet(program: string): Promise<string>
}

/** Why Jsonnet programs cannot be used on this machine. Nothing: they can. */
export async function jsonnetFault(): Promise<string | undefined> {
  return (await loadEngine())
    ? undefined
    : `is written in Jsonnet, which needs the package ${engine}: npm install ${engine}@2.1.0 (it compiles with cmake)`
}

/**
 * Works a program out; `external` is what `std.extVar` finds, `given` the arguments of a program that is a function.
 * The result is JSON. Throws a `JsonnetFault`.
 */
export async function evaluateJsonnet(
  program: string,
  external: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const create = await loadEngine()
  if (!create) throw new JsonnetFault(`the package ${engine} is missing`)
  const jsonnet = create()
  for (const [name, value] of Object.entries(external)) jsonnet.extCode(name, JSON.stringify(value))
  for (const [name, value] of Object.entries(given)) jsonnet.tlaCode(name, JSON.stringify(value))
  try {
    return JSON.parse(await jsonnet.evaluateSnippet(program))
  } catch (error) {
    throw new JsonnetFault(error instanceof Error ? error.message : String(error))
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
